// The lines of a premium, from what the server answered: nothing is computed, no amount is shown twice, and a back end without lines
// gets its totals shown (decisions 2, 5). Pure: words and notation come in. The wizard and the page of a contract show the same lines.
import type { Fact } from "./Facts.tsx";

interface Units {
  name: string;
  label: string;
  number: number;
  price: number;
  amount: number;
}

interface Lines {
  base?: number;
  units?: readonly Units[];
  items?: readonly { label: string; amount: number }[];
  annual: number;
  surcharge: number;
  surcharge_rate: number;
  per_year: number;
  months: number;
  per_term: number;
  tax_rate: number;
  tax: number;
  one_off?: { percentage: number; amount: number; tax: number; total: number };
}

/** The members of the premium call's answer that the lines are made of. */
interface Premium {
  total_amount_base: number | null;
  active_additional_coverages: readonly { value: string | number; label?: string; subtitle: number | null }[];
  total_amount_additional_coverages: number | null;
  insured_amount: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  pay_in_terms: boolean;
  meta: { double_year_limit: boolean };
  lines?: Lines | null;
}

export interface FactTools {
  text(key: string, values?: Record<string, string | number>): string;
  money(amount: number): string;
  euros(amount: number): string;
}

const prefix = "wizard.sidebar.summary";
/** Per quarter, per two months, or per term if its length is unknown. */
export const formatMonths = (months: number | undefined, text: FactTools["text"]): string =>
  months === undefined ? text("common.period.per_term") : text("common.period.per_months", { months });

export function formatPeriod(premium: Premium, { text }: FactTools): string {
  return formatMonths(findMonths(premium), text);
}

export const findMonths = (premium: Premium) => premium.lines?.months ?? (premium.pay_in_terms ? undefined : 12);

export function coverFacts(premium: Premium, { text, euros }: FactTools): Fact[] {
  const amounts = [
    ["insured_amount", premium.insured_amount],
    ["insured_amount_per_year", premium.insured_amount_per_year],
    ["own_risk", premium.own_risk],
  ] as const;
  return amounts.flatMap(([key, amount]) =>
    amount === null || amount === undefined ? [] : { key, label: text(`${prefix}.${key}`), value: euros(amount) },
  );
}

/** Without additions the main cover is the premium per year itself, which is shown once, further down. */
export function mainFacts(premium: Premium, { text, money }: FactTools): Fact[] {
  const { units = [], items = [], base } = premium.lines ?? {};
  const amount = base ?? premium.total_amount_base;
  const alone = premium.active_additional_coverages.length === 0 && units.length + items.length === 0;
  if (amount === null || (premium.lines && alone)) return [];
  const year = text("common.period.per_year");
  const note = premium.meta.double_year_limit ? `${year}, ${text(`${prefix}.with_double_year_limit`)}` : year;
  const main = { key: "main", label: text(`${prefix}.base_premium`), note, value: money(amount) };
  const records = items.map(({ label, amount }, index) => ({
    key: `item${index}`,
    label,
    note: year,
    value: money(amount),
  }));
  // A product without a main price has a base of 0.
  return [...(amount > 0 ? [main] : []), ...units.map((unit) => unitFact(unit, year, money)), ...records];
}

const unitFact = ({ name, label, number, price, amount }: Units, note: string, money: FactTools["money"]): Fact => ({
  key: name,
  label: `${number} × ${money(price)} ${label}`.trim(),
  note,
  value: money(amount),
});

/** Each additional cover with its own amount, and their sum where there is more than one. */
export function additionalFacts(premium: Premium, { text, money }: FactTools): Fact[] {
  const writeAmount = (amount: number | null) => (amount === null ? text("common.unknown_value") : money(amount));
  const items = premium.active_additional_coverages;
  const facts: Fact[] = items.map(({ value, label, subtitle }) => ({
    key: String(value),
    label: label ?? String(value),
    note: text("common.period.per_year"),
    value: writeAmount(subtitle),
  }));
  if (items.length < 2) return facts;
  const sum = writeAmount(premium.total_amount_additional_coverages);
  return [...facts, { key: "sum", label: text(`${prefix}.total_additional_coverages`), value: sum, sum: true }];
}

/** What paying in instalments adds to the year. With annual payment the premium is shown only in the box. */
export function yearFacts({ lines }: Premium, { text, money }: FactTools): Fact[] {
  if (!lines || lines.surcharge === 0) return [];
  return [
    { key: "year", label: text(`${prefix}.premium_per_year`), value: money(lines.annual) },
    {
      key: "surcharge",
      label: text(`${prefix}.pay_in_terms`, { period: formatMonths(lines.months, text) }),
      note: text(`${prefix}.surcharge`, { percentage: lines.surcharge_rate }),
      value: money(lines.surcharge),
    },
    {
      key: "year_with_surcharge",
      label: text(`${prefix}.premium_per_year_with_surcharge`),
      value: money(lines.per_year),
      sum: true,
    },
  ];
}

export function termFacts(premium: Premium, tools: FactTools): Fact[] {
  const { text, money } = tools;
  const { lines } = premium;
  if (!lines) return [];
  return [
    {
      key: "term",
      label: text(`${prefix}.term_excluding_tax`, { period: formatPeriod(premium, tools) }),
      value: money(lines.per_term),
    },
    { key: "tax", label: text(`${prefix}.insurance_tax`, { rate: lines.tax_rate }), value: money(lines.tax) },
  ];
}

/** Run-off bought in advance: a line of its own with its own tax, never spread over terms (decisions 3, 69). */
export function oneOffFacts(premium: Premium, { text, money }: FactTools): Fact[] {
  const oneOff = premium.lines?.one_off;
  if (!oneOff || !premium.lines) return [];
  return [
    {
      key: "one_off",
      label: text(`${prefix}.one_off_surcharge`, { percentage: oneOff.percentage }),
      value: money(oneOff.amount),
    },
    {
      key: "one_off_tax",
      label: text(`${prefix}.insurance_tax`, { rate: premium.lines.tax_rate }),
      value: money(oneOff.tax),
    },
    { key: "one_off_total", label: text(`${prefix}.one_off_total`), value: money(oneOff.total), sum: true },
  ];
}
