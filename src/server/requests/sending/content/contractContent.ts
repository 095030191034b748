// The content of the document of a quotation or policy: facts of the relation, the cover, the premium and the answers. Draws
// nothing.
import type { AmountLabels } from "#api/wire/wireTypes.ts";
import { dateAt } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { termsInYear } from "#engine/values/instalments.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ContractDocument } from "../../../documents/contractPdf.ts";
import { type Block, type Outcome, paperBlocks, paperWords, type RowName } from "../../../documents/papers.ts";
import { VALID_DAYS } from "../../../portfolio/lists/contractRows.ts";
import type { RelationRecord } from "../../../portfolio/portfolioPort.ts";
import { fillText } from "../../../texts/serverTexts.ts";
import { writeYear } from "../../premium/itemLines.ts";
import { type AnswerFacts, answerSections } from "./answerSections.ts";
import { findInsured, nameInsured } from "./insured.ts";

export interface ContractFacts extends AnswerFacts {
  outcome: Outcome;
  number: string;
  provider: string;
  productName: string;
  relation: RelationRecord;
  day: string;
  /** Day of the document. */
  today: string;
  calculation: Calculation;
  files: string[];
}

export function contractContent(facts: ContractFacts): ContractDocument {
  const { language, provider, number } = facts;
  const { outcomes, footer, pages } = paperWords[language];
  const values = writeValues(facts);
  return {
    title: outcomes[facts.outcome].title,
    provider,
    number,
    sections: paperBlocks.flatMap((block) => buildSections(facts, block, values)),
    footer,
    pages,
    language,
  };
}

/** The value of each row of the document. A row with null is left out. */
function writeValues(facts: ContractFacts): Record<RowName, string | null> {
  const { language, calculation } = facts;
  const { oneOff } = calculation;
  const insured = findInsured(facts.evaluation.answers, facts.relation);
  // Of the terms of a year, each rounded by itself.
  const rounding = calculation.perTerm * termsInYear(calculation.months) - calculation.perYear;
  const money = (cents: number) => formatMoney(cents / 100, language);
  const wholeOrNone = (cents: number | null) =>
    cents === null ? null : formatMoney(cents / 100, language, cents % 100 === 0 ? 0 : 2);
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
    per_claim: wholeOrNone(calculation.insuredAmount),
    per_year: wholeOrNone(calculation.insuredAmountPerYear),
    own_risk: wholeOrNone(calculation.ownRisk),
    annual: money(calculation.annual),
    surcharge: calculation.surcharge > 0 ? money(calculation.surcharge) : null,
    term: money(calculation.perTerm),
    rounding: rounding === 0 ? null : money(rounding),
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
  if (block === "answers") return answerSections({ ...facts, reader: "client" });
  const shown =
    block === "files"
      ? facts.files.map((name, index): [string, string] => [String(index + 1), name])
      : [...(block === "premium" ? writeYear(facts) : []), ...labelRows(facts, rows, values)];
  const totals = labelRows(facts, ["total", "one_off_total"], values).map(([label]) => label);
  return shown.length > 0 ? [{ heading: paperWords[facts.language].blocks[block], rows: shown, totals }] : [];
}

/** Rows that a product may call by the words that its form and sidebar have for them, such as the damage of a property insurance. */
const OWN_WORDS: Partial<Record<RowName, string>> = {
  per_claim: "wizard.sidebar.summary.insured_amount",
  per_year: "wizard.sidebar.summary.insured_amount_per_year",
  own_risk: "wizard.sidebar.summary.own_risk",
};

function findOwnLabel({ product, language }: LabelFacts, row: RowName): string | undefined {
  const key = OWN_WORDS[row];
  const own = key && product.text(language, key);
  return own === key ? undefined : own;
}

type LabelFacts = Pick<AnswerFacts, "product" | "language">;

/** The same words for the page of the quotation or policy, and for that of its referral. */
export const labelAmounts = (facts: LabelFacts): AmountLabels => ({
  insured_amount_per_claim: findOwnLabel(facts, "per_claim"),
  insured_amount_per_year: findOwnLabel(facts, "per_year"),
  own_risk: findOwnLabel(facts, "own_risk"),
});

/** Rows of the document with their labels. A row without a value is left out. */
export function labelRows(facts: ContractFacts, rows: RowName[], values = writeValues(facts)): [string, string][] {
  const { language, calculation } = facts;
  const { taxRate: tax_rate, oneOff, months } = calculation;
  const { rows: words, periods } = paperWords[language];
  const period = periods[String(months) as keyof typeof periods];
  const filled = (row: RowName) => fillText(words[row], { period, tax_rate, one_off_rate: oneOff?.percentage ?? 0 });
  const label = (row: RowName) => findOwnLabel(facts, row) ?? filled(row);
  return rows.flatMap((row): [string, string][] => {
    const value = values[row];
    return value === null ? [] : [[label(row), value]];
  });
}
