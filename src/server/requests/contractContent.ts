// The content of the document of a quotation or policy: facts of the relation, the cover, the premium and the answers,
// labelled with the product's own texts. Draws nothing.
import { type FieldTexts, fieldTexts } from "#engine/fieldTexts.ts";
import { formatDate, formatMoney } from "#engine/formats.ts";
import { documentOrder, isObject, propertySchemas } from "#engine/schemaTree.ts";
import { stepTextKeys } from "#engine/stepTexts.ts";
import type { Language, ListItem, Translate } from "#engine/types.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ContractDocument } from "../documents/contractPdf.ts";
import { DOCUMENT_WORDS, filled, OUTCOME_WORDS, type Outcome } from "../documents/contractWords.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { LoadedProduct } from "../products/products.ts";
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
  const { language, calculation, provider, number } = facts;
  const insured = findInsured(facts.evaluation.answers, facts.relation);
  const words = DOCUMENT_WORDS[language];
  const money = (cents: number) => formatMoney(cents / 100, language);
  const whole = (cents: number) => formatMoney(cents / 100, language, cents % 100 === 0 ? 0 : 2);
  const general: [string, string][] = [
    [words.product, facts.productName],
    [words.relation, insured.company],
    [words.address, `${insured.address}, ${insured.zipcode} ${insured.city}`],
    [words.kvk, insured.kvk_number ?? "—"],
    [words.start, formatDate(facts.day, language)],
  ];
  const cover: [string, string][] = [
    [words.perClaim, whole(calculation.insuredAmount)],
    [words.perYear, whole(calculation.insuredAmountPerYear)],
  ];
  if (calculation.ownRisk !== null) cover.push([words.ownRisk, whole(calculation.ownRisk)]);
  const premium: [string, string][] = [
    [words.annual, money(calculation.annual)],
    ...(calculation.surcharge > 0 ? [[words.surcharge, money(calculation.surcharge)] as [string, string]] : []),
    [filled(words.term, { months: calculation.months }), money(calculation.perTerm)],
    [filled(words.tax, { rate: calculation.taxRate }), money(calculation.tax)],
    [words.total, money(calculation.total)],
  ];
  if (calculation.oneOff) {
    premium.push([filled(words.oneOff, { rate: calculation.oneOff.percentage }), money(calculation.oneOff.amount)]);
    premium.push([words.oneOffTotal, money(calculation.oneOff.total)]);
  }
  const sections = [
    { heading: words.general, rows: general },
    { heading: words.cover, rows: cover },
    { heading: words.premium, rows: premium },
    ...answerSections(facts),
    ...fileSection(facts, words.files),
  ];
  return {
    title: OUTCOME_WORDS[language][facts.outcome].title,
    provider,
    number,
    sections,
    footer: words.footer,
    language,
  };
}

function fileSection({ files }: ContractFacts, heading: string): ContractDocument["sections"] {
  const rows = files.map((name, at): [string, string] => [String(at + 1), name]);
  return rows.length > 0 ? [{ heading, rows }] : [];
}

function answerSections(facts: ContractFacts): ContractDocument["sections"] {
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

function buildRows(facts: ContractFacts, step: string, field: string, value: unknown): [string, string][] {
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
  return [[texts.text("label") ?? field, spoken(facts, texts, value)]];
}

/** A question with its list items, without which its answer has no meaning. */
function asked({ value, label, list_items }: ListItem): string {
  const points = Array.isArray(list_items) ? list_items.map((point) => `• ${point}`) : [];
  return [label ?? String(value), ...points].join("\n");
}

/** Label of a field, found as the form finds it. */
function findTexts({ product, language }: ContractFacts, step: string, field: string): FieldTexts {
  const { schema = {}, ui = {} } = product.bundle.steps[step] ?? {};
  const own = ui[field];
  const translate: Translate = (key, values) => {
    const text = product.text(language, key, values as Record<string, string | number>);
    return text === key ? null : text;
  };
  const source = { step, translate, values: product.bundle.manifest.text_values ?? {} };
  return fieldTexts(source, [field], propertySchemas(schema).get(field)?.[0] ?? {}, isObject(own) ? own : {});
}

function spoken(facts: ContractFacts, texts: FieldTexts, value: unknown): string {
  const words = DOCUMENT_WORDS[facts.language];
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
const moneyOrCount = ({ language }: ContractFacts, value: number): string =>
  value < 100 ? String(value) : formatMoney(value, language, 0);
