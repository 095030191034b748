// The content of the document of a quotation or policy: facts of the relation, the cover, the premium and the answers,
// labelled with the product's own texts. Draws nothing.
import { type FieldTexts, fieldTexts } from "#engine/fieldTexts.ts";
import { formatDate, formatMoney, formatMonths } from "#engine/formats.ts";
import type { Schema } from "#engine/schema.ts";
import { documentOrder, isObject, propertySchemas } from "#engine/schemaTree.ts";
import { stepTextKeys } from "#engine/stepTexts.ts";
import type { Language, ListItem, Translate } from "#engine/types.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ContractDocument } from "../documents/contractPdf.ts";
import { type Block, type Outcome, paperBlocks, paperWords, type RowName } from "../documents/papers.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { LoadedProduct } from "../products/products.ts";
import { fillText } from "../serverTexts.ts";
import type { Evaluation } from "./evaluate.ts";
import { findInsured } from "./insured.ts";

export interface ContractFacts {
  outcome: Outcome;
  number: string;
  provider: string;
  language: Language;
  product: LoadedProduct;
  productName: string;
  relation: RelationRecord;
  day: string;
  calculation: Calculation;
  evaluation: Evaluation;
  files: string[];
}

export function contractContent(facts: ContractFacts): ContractDocument {
  const { language, provider, number } = facts;
  const { outcomes, footer } = paperWords[language];
  const values = writeValues(facts);
  return {
    title: outcomes[facts.outcome].title,
    provider,
    number,
    sections: paperBlocks.flatMap((block) => buildSections(facts, block, values)),
    footer,
    language,
  };
}

/** Of the rows of a paper; null: this one has none. */
function writeValues(facts: ContractFacts): Record<RowName, string | null> {
  const { language, calculation } = facts;
  const { oneOff } = calculation;
  const insured = findInsured(facts.evaluation.answers, facts.relation);
  const money = (cents: number) => formatMoney(cents / 100, language);
  const whole = (cents: number) => formatMoney(cents / 100, language, cents % 100 === 0 ? 0 : 2);
  return {
    product: facts.productName,
    relation: insured.company,
    address: `${insured.address}, ${insured.zipcode} ${insured.city}`,
    kvk: insured.kvk_number ?? "—",
    start: formatDate(facts.day, language),
    per_claim: whole(calculation.insuredAmount),
    per_year: whole(calculation.insuredAmountPerYear),
    own_risk: calculation.ownRisk === null ? null : whole(calculation.ownRisk),
    annual: money(calculation.annual),
    surcharge: calculation.surcharge > 0 ? money(calculation.surcharge) : null,
    term: money(calculation.perTerm),
    tax: money(calculation.tax),
    total: money(calculation.total),
    one_off: oneOff ? money(oneOff.amount) : null,
    one_off_total: oneOff ? money(oneOff.total) : null,
  };
}

function buildSections(
  facts: ContractFacts,
  { block, rows = [] }: Block,
  values: Record<RowName, string | null>,
): ContractDocument["sections"] {
  if (block === "answers") return answerSections(facts);
  const { files, language, calculation } = facts;
  const words = paperWords[language];
  const { taxRate: tax_rate, oneOff } = calculation;
  const months = formatMonths(calculation.months, language);
  const label = (row: RowName) =>
    fillText(words.rows[row], { months, tax_rate, one_off_rate: oneOff?.percentage ?? 0 });
  const shown =
    block === "files"
      ? files.map((name, at): [string, string] => [String(at + 1), name])
      : rows.flatMap((row): [string, string][] => {
          const value = values[row];
          return value === null ? [] : [[label(row), value]];
        });
  return shown.length > 0 ? [{ heading: words.blocks[block], rows: shown }] : [];
}

/** What labelling answers needs. */
type AnswerFacts = Pick<ContractFacts, "product" | "evaluation" | "language">;

export function answerSections(facts: AnswerFacts): ContractDocument["sections"] {
  const { product, evaluation, language } = facts;
  return product.bundle.manifest.steps.flatMap((step) => {
    const data = evaluation.answers[step.key];
    const source = product.bundle.steps[step.key];
    if (!data || !source) return [];
    const rows = documentOrder(source).flatMap((field) => buildRows(facts, step.key, field, data[field]));
    const titles = stepTextKeys(step.key, "title").map((key) => [key, product.text(language, key)]);
    const heading = titles.find(([key, text]) => key !== text)?.[1] ?? step.key;
    return rows.length > 0 ? [{ heading, rows }] : [];
  });
}

function buildRows(facts: AnswerFacts, step: string, field: string, value: unknown): [string, string][] {
  const { evaluation } = facts;
  if (value === undefined || value === null || field === "file") return [];
  const texts = findTexts(facts, step, field);
  if (isObject(value)) {
    const items = Object.values(evaluation.context.lists).flatMap((list) => list ?? []);
    return Object.entries(value).map(([key, answer]) => {
      const item = items.find((one) => String(one.value) === key || key.endsWith(`_${one.value}`));
      return [item ? asked(item) : key, spoken(facts, texts, answer)];
    });
  }
  const label = texts.text("label") ?? field;
  if (typeof value === "string" && findSchema(facts, step, field).format === "date")
    return [[label, formatDate(value, facts.language)]];
  return [[label, spoken(facts, texts, value)]];
}

/** A question with its list items, without which its answer has no meaning. */
function asked({ value, label, list_items }: ListItem): string {
  const points = Array.isArray(list_items) ? list_items.map((point) => `• ${point}`) : [];
  return [label ?? String(value), ...points].join("\n");
}

const findSchema = ({ product }: AnswerFacts, step: string, field: string): Schema =>
  propertySchemas(product.bundle.steps[step]?.schema ?? {}).get(field)?.[0] ?? {};

/** Label of a field, found as the form finds it. */
function findTexts(facts: AnswerFacts, step: string, field: string): FieldTexts {
  const { product, language } = facts;
  const { ui = {} } = product.bundle.steps[step] ?? {};
  const own = ui[field];
  const translate: Translate = (key, values) => {
    const text = product.text(language, key, values as Record<string, string | number>);
    return text === key ? null : text;
  };
  const source = { step, translate, values: product.bundle.manifest.text_values ?? {} };
  return fieldTexts(source, [field], findSchema(facts, step, field), isObject(own) ? own : {});
}

function spoken(facts: AnswerFacts, texts: FieldTexts, value: unknown): string {
  const words = paperWords[facts.language];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value))
    return value.map((one) => spoken(facts, texts, Array.isArray(one) ? one.at(-1) : one)).join(", ");
  const option = texts.option(value);
  if (option !== undefined) return option;
  if (typeof value === "number") return moneyOrCount(facts, value);
  const items = Object.values(facts.evaluation.context.lists).flatMap((list): ListItem[] => list ?? []);
  return items.find((one) => one.value === value)?.label ?? String(value);
}

/** Counts are small; what a broker enters in euros is not. */
const moneyOrCount = ({ language }: AnswerFacts, value: number): string =>
  value < 100 ? String(value) : formatMoney(value, language, 0);
