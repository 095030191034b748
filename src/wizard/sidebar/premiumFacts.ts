// The lines of the premium block, from what the server answered: nothing is computed, and a back end without lines gets
// its totals shown (decisions 2, 5). Pure: words and notation come in.
import type { PremiumLines } from "#engine/wire.ts";
import type { Fact } from "#widgets/ui/Facts.tsx";
import type { Premium } from "../model/premiumQuery.ts";

export interface FactTools {
  text(key: string, values?: Record<string, string | number>): string;
  money(amount: number): string;
  euros(amount: number): string;
}

const prefix = "wizard.sidebar.summary";
const periods: Record<number, string> = { 12: "per_year", 6: "per_half_year", 3: "per_quarter" };

export function periodOf(premium: Premium, { text }: FactTools): string {
  const months = premium.lines?.months ?? (premium.pay_in_terms ? undefined : 12);
  return text(`common.period.${(months && periods[months]) ?? "per_term"}`);
}

export function coverFacts(premium: Premium, product: string, { text, euros }: FactTools): Fact[] {
  const amounts = [
    ["insured_amount", premium.insured_amount],
    ["insured_amount_per_year", premium.insured_amount_per_year],
    ["own_risk", premium.own_risk],
  ] as const;
  const facts: Fact[] = [{ key: "product", label: text(`${prefix}.product`), value: product }];
  for (const [key, amount] of amounts) {
    if (amount !== null && amount !== undefined)
      facts.push({ key, label: text(`${prefix}.${key}`), value: euros(amount) });
  }
  return facts;
}

function surchargeFact(lines: PremiumLines, { text, money }: FactTools): Fact[] {
  if (lines.surcharge === 0) return [];
  return [
    {
      key: "surcharge",
      label: text(`${prefix}.pay_in_terms`, { months: lines.months }),
      note: text(`${prefix}.surcharge`, { percentage: lines.surcharge_rate }),
      value: money(lines.surcharge),
    },
  ];
}

/** Per year: the main cover, each additional one, the surcharge, their sum. */
export function yearFacts(premium: Premium, tools: FactTools): Fact[] {
  const { text, money } = tools;
  const { lines } = premium;
  if (!lines) return totalsOnly(premium, tools);
  return [
    {
      key: "main",
      label: text(`${prefix}.base_premium`),
      note: premium.meta.double_year_limit ? text(`${prefix}.with_double_year_limit`) : undefined,
      value: money(premium.total_amount_base ?? lines.main),
    },
    ...lines.additional.map(({ value, label, amount }) => ({ key: value, label, value: money(amount) })),
    ...surchargeFact(lines, tools),
    {
      key: "year",
      label: text(`${prefix}.premium_per_year`),
      value: money(lines.per_year),
      className: "lines-sum",
    },
  ];
}

function totalsOnly(premium: Premium, { text, money }: FactTools): Fact[] {
  const facts: Fact[] = [];
  if (premium.total_amount_base !== null) {
    facts.push({ key: "main", label: text(`${prefix}.base_premium`), value: money(premium.total_amount_base) });
  }
  if (premium.total_amount_additional_coverages > 0) {
    const amount = money(premium.total_amount_additional_coverages);
    facts.push({ key: "additional", label: text(`${prefix}.total_additional_coverages`), value: amount });
  }
  return facts;
}

export function termFacts(premium: Premium, tools: FactTools): Fact[] {
  const { text, money } = tools;
  const { lines } = premium;
  if (!lines) return [];
  return [
    {
      key: "term",
      label: text(`${prefix}.term_excluding_tax`, { period: periodOf(premium, tools) }),
      value: money(lines.per_term),
    },
    { key: "tax", label: text(`${prefix}.insurance_tax`, { rate: lines.tax_rate }), value: money(lines.tax) },
  ];
}

/** Run-off bought in advance: a line of its own with its own tax, never spread over terms (decisions 3, 69). */
export function oneOffFacts(premium: Premium, { text, money }: FactTools): Fact[] {
  const one = premium.lines?.one_off;
  if (!one || !premium.lines) return [];
  return [
    {
      key: "one_off",
      label: text(`${prefix}.one_off_surcharge`, { percentage: one.percentage }),
      value: money(one.amount),
    },
    {
      key: "one_off_tax",
      label: text(`${prefix}.insurance_tax`, { rate: premium.lines.tax_rate }),
      value: money(one.tax),
    },
    { key: "one_off_total", label: text(`${prefix}.one_off_total`), value: money(one.total), className: "lines-sum" },
  ];
}
