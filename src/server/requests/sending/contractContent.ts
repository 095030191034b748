// The content of the document of a quotation or policy: facts of the relation, the cover, the premium and the answers,
// labelled with the product's own texts. Draws nothing.
import { dateAt } from "#engine/dates.ts";
import { findWarnings, shownAt } from "#engine/expressions/warnings.ts";
import { pointerSegments, valueAt } from "#engine/fieldPath.ts";
import { type FieldTexts, fieldTexts, labelItem } from "#engine/fieldTexts.ts";
import { formatDate, formatMoney, formatMonths, writeNumber } from "#engine/formats.ts";
import { writeNotation } from "#engine/notations.ts";
import { recordSchemas } from "#engine/recordFields.ts";
import type { Schema, UiSchema } from "#engine/schema.ts";
import {
  documentOrder,
  isGroup,
  isObject,
  layoutPath,
  listRef,
  memberList,
  orderedNames,
  propertySchemas,
} from "#engine/schemaTree.ts";
import { stepTextKeys } from "#engine/stepTexts.ts";
import type { Answers, Language, ListItem, Translate } from "#engine/types.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ContractDocument } from "../../documents/contractPdf.ts";
import { type Block, type Outcome, paperBlocks, paperWords, type RowName } from "../../documents/papers.ts";
import { VALID_DAYS } from "../../portfolio/lists/contractRows.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../../products/products.ts";
import { fillText } from "../../texts/serverTexts.ts";
import type { Evaluation } from "../evaluate.ts";
import { writeItems } from "../itemLines.ts";
import { findInsured, nameInsured } from "./insured.ts";
import { nameCell, writeQuestion } from "./questionWords.ts";

export interface ContractFacts {
  outcome: Outcome;
  number: string;
  provider: string;
  language: Language;
  product: LoadedProduct;
  productName: string;
  relation: RelationRecord;
  day: string;
  /** Day of the document. */
  today: string;
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

/** The value of each row of the document. A row with null is left out. */
function writeValues(facts: ContractFacts): Record<RowName, string | null> {
  const { language, calculation } = facts;
  const { oneOff } = calculation;
  const insured = findInsured(facts.evaluation.answers, facts.relation);
  const money = (cents: number) => formatMoney(cents / 100, language);
  const whole = (cents: number) => formatMoney(cents / 100, language, cents % 100 === 0 ? 0 : 2);
  return {
    product: facts.productName,
    relation: facts.relation.company,
    insured: nameInsured(facts.evaluation.answers, facts.relation),
    address: `${insured.address}, ${insured.zipcode} ${insured.city}`,
    kvk: insured.kvk_number ?? "—",
    start: formatDate(facts.day, language),
    end: formatDate(dateAt(dateAt(facts.day, "+1y"), "-1d"), language),
    date: formatDate(facts.today, language),
    valid_until: facts.outcome === "quotation" ? formatDate(dateAt(facts.today, `+${VALID_DAYS}d`), language) : null,
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
  const shown =
    block === "files"
      ? facts.files.map((name, index): [string, string] => [String(index + 1), name])
      : [...(block === "premium" ? writeItems(facts) : []), ...labelRows(facts, rows, values)];
  return shown.length > 0 ? [{ heading: paperWords[facts.language].blocks[block], rows: shown }] : [];
}

/** Rows of the document with their labels. A row without a value is left out. */
export function labelRows(facts: ContractFacts, rows: RowName[], values = writeValues(facts)): [string, string][] {
  const { language, calculation } = facts;
  const { taxRate: tax_rate, oneOff } = calculation;
  const months = formatMonths(calculation.months, language);
  const label = (row: RowName) =>
    fillText(paperWords[language].rows[row], { months, tax_rate, one_off_rate: oneOff?.percentage ?? 0 });
  return rows.flatMap((row): [string, string][] => {
    const value = values[row];
    return value === null ? [] : [[label(row), value]];
  });
}

type AnswerFacts = Pick<ContractFacts, "product" | "evaluation" | "language">;

export function answerSections(facts: AnswerFacts): ContractDocument["sections"] {
  const { product, evaluation, language } = facts;
  return product.bundle.manifest.steps.flatMap((step) => {
    const data = evaluation.answers[step.key];
    const source = product.bundle.steps[step.key];
    if (!data || !source) return [];
    const answers = documentOrder(source).flatMap((name) => buildRows(facts, step.key, [name], data[name]));
    const rows = [...answers, ...confirmedRows(facts, step.key, source.schema, data)];
    const titles = stepTextKeys(step.key, "title").map((key) => [key, product.text(language, key)]);
    const heading = titles.find(([key, text]) => key !== text)?.[1] ?? step.key;
    return rows.length > 0 ? [{ heading, rows }] : [];
  });
}

/** The warnings that the broker confirmed, as the form words them. */
function confirmedRows(facts: AnswerFacts, step: string, schema: Schema, data: Answers): [string, string][] {
  const { product, evaluation, language } = facts;
  const warnings = findWarnings(product.bundle.contracts[step], schema, data, evaluation.context);
  const figure = (value: unknown): string =>
    typeof value === "number" ? writeNumber(value, language, {}) : writeNotation("date", String(value ?? ""), language);
  return warnings.flatMap(({ error, isConfirmed }) => {
    if (!isConfirmed) return [];
    const segments = pointerSegments(shownAt(error));
    const { texts, ui } = findField(facts, step, layoutPath(schema, segments));
    const { message = "", values = {} } = ui["ui:errors"]?.[error.keyword] ?? {};
    const [limit, value] = [figure(error.params.limit), figure(error.params.value)];
    const sentence = product.text(language, message, { limit, value, ...values });
    const label = [headRecord(facts, step, segments), texts.text("label")].filter(Boolean).join(" – ");
    return [[paperWords[language].confirmed, `${label}: ${sentence}`]];
  });
}

/** The number of the record, or the heading of the row, that a path leads into. */
function headRecord(facts: AnswerFacts, step: string, [name = "", key = ""]: string[]): string | number | undefined {
  const field = findField(facts, step, [name]);
  if (recordSchemas(field.schema).length === 0) return undefined;
  return field.schema.items ? Number(key) + 1 : field.rows.get(key)?.label;
}

/** A field with all that its answer is written out from. */
interface Field {
  facts: AnswerFacts;
  texts: FieldTexts;
  schema: Schema;
  ui: UiSchema;
  /** Items of the list that its value is chosen from. */
  items: readonly ListItem[];
  /** The same by the names of the members that come from them. */
  rows: ReadonlyMap<string, ListItem>;
}

function buildRows(facts: AnswerFacts, step: string, path: string[], value: unknown): [string, string][] {
  const field = findField(facts, step, path);
  const label = field.texts.text("label") ?? path.at(-1) ?? "";
  if (value === undefined || value === null || field.ui["ui:field"] === "dropzone") return [];
  const [record] = recordSchemas(field.schema);
  if (record && Array.isArray(value)) {
    const item = field.texts.text("item") ?? label;
    return value.flatMap((entry, index) =>
      orderMembers(field, record)
        .flatMap((name) => buildRows(facts, step, [...path, name], entry[name]))
        .map(([name, answer]): [string, string] => [`${item} ${index + 1} – ${name}`, answer]),
    );
  }
  if (record && isObject(value))
    return [...field.rows].flatMap(([key, item]) => {
      const row = value[key];
      const names = isObject(row) ? orderMembers(field, record) : [];
      return names.flatMap((name) =>
        buildRows(facts, step, [...path, name], Object(row)[name]).map(([column, answer]): [string, string] => [
          nameCell(field.schema, item, [label, name, column]),
          answer,
        ]),
      );
    });
  if (isObject(value) && isGroup(field.schema))
    return orderMembers(field, field.schema)
      .flatMap((name) => buildRows(facts, step, [...path, name], value[name]))
      .map(([name, answer]) => [`${label} – ${name}`, answer]);
  if (isObject(value)) {
    return Object.entries(value).map(([key, answer]) => {
      const item = field.rows.get(key);
      return [item ? writeQuestion(item) : key, writeAnswer(field, answer)];
    });
  }
  return [[label, writeAnswer(field, value)]];
}

/** Members of a group, record or row in the order of the form. */
const orderMembers = ({ ui }: Field, schema: Schema): string[] =>
  orderedNames([...propertySchemas(schema).keys()], ui["ui:order"]);

/** Looks up the texts in the same way as the form. */
function findField(facts: AnswerFacts, step: string, path: string[]): Field {
  const { product, evaluation, language } = facts;
  const { schema: whole = {}, ui: layout = {} } = product.bundle.steps[step] ?? {};
  const schema = path.reduce(
    (around, name) => propertySchemas(recordSchemas(around)[0] ?? around).get(name)?.[0] ?? {},
    whole,
  );
  const layoutPart = valueAt(layout, path);
  const ui: UiSchema = isObject(layoutPart) ? layoutPart : {};
  const translate: Translate = (key, values) => {
    const text = product.text(language, key, values as Record<string, string | number>);
    return text === key ? null : text;
  };
  const source = { step, translate, values: product.bundle.manifest.text_values ?? {} };
  const list =
    memberList(schema) ?? listRef(schema.enumFrom ?? schema.items?.enumFrom) ?? listRef(schema.items?.pairFrom);
  const texts = fieldTexts(source, path, schema, ui);
  const items = ((list && evaluation.context.lists[list.list]) ?? []).map((item) => labelItem(item, texts));
  const rows = new Map(items.map((item) => [`${memberList(schema)?.prefix ?? ""}${item.value}`, item]));
  return { facts, texts, schema, ui, items, rows };
}

function writeAnswer(field: Field, value: unknown): string {
  const { facts, texts, schema, ui, items } = field;
  const { language } = facts;
  if (typeof value === "boolean") return value ? paperWords[language].yes : paperWords[language].no;
  if (Array.isArray(value))
    return value.map((item) => writeAnswer(field, Array.isArray(item) ? item.at(-1) : item)).join(", ");
  const words = texts.option(value) ?? items.find((option) => option.value === value)?.label;
  if (words !== undefined) return words;
  if (typeof value !== "number") return writeNotation(schema.format, String(value), language);
  const { currency } = ui["ui:options"] ?? {};
  return writeNumber(value, language, {
    money: isMoney(ui),
    currency: currency as string | undefined,
    year: ui["ui:widget"] === "year",
    unit: texts.text("unit"),
  });
}

function isMoney(ui: UiSchema): boolean {
  const { format, amount } = ui["ui:options"] ?? {};
  return ui["ui:widget"] === "currency" || format === "currency" || amount !== undefined;
}
