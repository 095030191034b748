// What stands in the document of a quotation or policy: facts of the relation, the cover, the premium and the answers,
// labelled with the product's own texts. Draws nothing.
import { formatDate, formatMoney } from "#engine/formats.ts";
import { documentOrder, isObject } from "#engine/schemaTree.ts";
import type { Language, ListItem } from "#engine/types.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { Evaluation } from "../requests/evaluate.ts";
import type { LoadedProduct } from "../requests/products.ts";
import type { Calculation } from "../underwriting/calculate.ts";
import type { ContractDocument } from "./contractPdf.ts";
import { DOCUMENT_WORDS, filled, OUTCOME_WORDS, type Outcome } from "./contractWords.ts";

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
}

export function contractContent(facts: ContractFacts): ContractDocument {
  const { language, relation, calculation, provider, number } = facts;
  const words = DOCUMENT_WORDS[language];
  const money = (cents: number) => formatMoney(cents / 100, language);
  const general: [string, string][] = [
    [words.product, facts.productName],
    [words.relation, relation.company],
    [words.address, `${relation.address}, ${relation.zipcode} ${relation.city}`],
    [words.kvk, relation.kvk_number ?? "—"],
    [words.start, formatDate(facts.day, language)],
  ];
  const cover: [string, string][] = [
    [words.perClaim, formatMoney(calculation.insuredAmount, language, 0)],
    [words.perYear, formatMoney(calculation.insuredAmountPerYear, language, 0)],
  ];
  if (calculation.ownRisk !== null) cover.push([words.ownRisk, formatMoney(calculation.ownRisk, language, 0)]);
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

function answerSections(facts: ContractFacts): ContractDocument["sections"] {
  const { product, evaluation, language } = facts;
  return product.bundle.manifest.steps.flatMap((step) => {
    const data = evaluation.answers[step.key];
    const source = product.bundle.steps[step.key];
    if (!data || !source) return [];
    const rows = documentOrder(source).flatMap((field) => rowsOf(facts, step.key, field, data[field]));
    const heading = product.text(language, `wizard.step.${step.key}.title`);
    return rows.length > 0 ? [{ heading: heading.startsWith("wizard.") ? step.key : heading, rows }] : [];
  });
}

function rowsOf(facts: ContractFacts, step: string, field: string, value: unknown): [string, string][] {
  const { evaluation } = facts;
  if (value === undefined || value === null || field === "file") return [];
  if (isObject(value)) {
    const items = Object.values(evaluation.context.lists).flatMap((list) => list ?? []);
    return Object.entries(value).map(([key, answer]) => {
      const item = items.find((one) => String(one.value) === key || key.endsWith(`_${one.value}`));
      return [item?.label ?? key, spoken(facts, field, answer)];
    });
  }
  return [[labelOf(facts, step, field), spoken(facts, field, value)]];
}

function labelOf({ product, language }: ContractFacts, step: string, field: string): string {
  const keys = [`${step}.${field}.label`, `field.${field}.label`, `wizard.field.${field}.label`];
  return keys.map((key) => [key, product.text(language, key)]).find(([key, text]) => key !== text)?.[1] ?? field;
}

function spoken(facts: ContractFacts, field: string, value: unknown): string {
  const words = DOCUMENT_WORDS[facts.language];
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value))
    return value.map((one) => spoken(facts, field, Array.isArray(one) ? one.at(-1) : one)).join(", ");
  if (typeof value === "number") return formatMoneyOrCount(facts, field, value);
  const items = Object.values(facts.evaluation.context.lists).flatMap((list): ListItem[] => list ?? []);
  const option = facts.product.text(facts.language, `wizard.field.${field}.option.${value}`);
  return items.find((one) => one.value === value)?.label ?? (option.startsWith("wizard.") ? String(value) : option);
}

/** Counts are small; what a broker enters in euros is not. */
const formatMoneyOrCount = ({ language }: ContractFacts, _field: string, value: number): string =>
  value < 100 ? String(value) : formatMoney(value, language, 0);
