// Builds the response of the premium call, labelled in the user's language: the calculation in euros and the lists of choices.
// The lists are there even while inputs are missing.
import type { PremiumAnswer, PremiumLines, PricedItem } from "#api/wire/wireTypes.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Language } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { type Calculation, calculate, type Underwriting } from "#underwriting/calculate.ts";
import { cents, toCents, toEuros } from "#underwriting/decimal.ts";
import { findFactor } from "#underwriting/factors.ts";
import { answerAt, type Tariff } from "#underwriting/tariff.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { TextFacts } from "../answerTexts.ts";
import { describeItems } from "./itemLines.ts";

export function premiumAnswer(product: LoadedProduct, input: Underwriting, language: Language): PremiumAnswer {
  const { tariff, answers, day } = input;
  const result = calculate(input);
  const context = resolveLists(product.bundle.manifest, {}, answers, day);
  const facts = { product, language, evaluation: { answers, context } };
  const { main, amounts } = buildChoices(product, input, language);
  const additional = buildAdditional(product, tariff, language);
  const active = additional.filter((_item, index) => {
    const path = tariff.additional?.[index]?.answer;
    return path !== undefined && answerAt(answers, path) === true;
  });
  const documents = product.bundle.manifest.documents;
  const chosen = result?.doubled ? result.doubleYearLimit : 0;
  return {
    premium: {
      total_amount_base: result ? toEuros(result.main + chosen) : null,
      all_main_coverages: main,
      all_coverages: [...main, ...additional],
      all_additional_coverages: additional,
      active_additional_coverages: active,
      total_amount_additional_coverages: toEuros(active.reduce((sum, item) => sum + toCents(item.subtitle), 0)),
      total_amount: result ? toEuros(result.total) : null,
      insured_amount: eurosOrNone(result?.insuredAmount),
      insured_amount_per_year: eurosOrNone(result?.insuredAmountPerYear),
      own_risk: eurosOrNone(result?.ownRisk),
      pay_in_terms: tariff.instalments !== undefined && answerAt(answers, tariff.instalments.answer) === true,
      meta: {
        double_year_limit:
          tariff.double_year_limit !== undefined && answerAt(answers, tariff.double_year_limit.answer) === true,
        show_extended_in_advance: answers[FACTS]?.show_extended_in_advance === true,
        extended_in_advance: result?.oneOff != null,
      },
      insured_amounts: amounts,
      insurance_maps: {
        insurance_map: documents.insurance_map ?? "",
        terms_and_conditions: documents.terms_and_conditions ?? "",
      },
      lines: result ? buildLines(facts, result) : null,
    },
  };
}

const eurosOrNone = (cents: number | null | undefined) => (cents == null ? null : toEuros(cents));

/** Each choice with its price per year. A factor that is not answered yet counts as 1. */
function buildChoices(product: LoadedProduct, { tariff, answers }: Underwriting, language: Language) {
  const factors = (tariff.factors ?? []).map((factor) => findFactor(factor, answers) ?? 1);
  const units = (tariff.per_unit ?? [])
    .map(({ name, price }) => ({ label: unitLabel(product, name, language), price }))
    .filter(({ label }) => label !== "");
  const items = (tariff.main?.options ?? []).map((option): PricedItem & { insured_amount: number } => {
    const amount = formatMoney(option.insured_amount, language, 0);
    const named = `wizard.main_coverage.${option.value}`;
    const text = product.text(language, named, { amount });
    const label = text === named ? amount : text;
    return {
      value: option.value,
      label,
      subtitle: toEuros(cents(toCents(option.price), ...factors)),
      insured_amount: option.insured_amount,
      ...(units.length > 0 ? { units } : {}),
    };
  });
  const amounts = items.map(
    (item): PricedItem => ({
      ...item,
      value: item.insured_amount,
      label: formatMoney(item.insured_amount, language, 0),
    }),
  );
  return { main: items as PricedItem[], amounts };
}

function buildAdditional(product: LoadedProduct, tariff: Tariff, language: Language): PricedItem[] {
  return (tariff.additional ?? []).map((coverage) => ({
    value: coverage.value,
    label: product.text(language, `wizard.additional_coverage.${coverage.value}.name`),
    subtitle: coverage.price,
    popular: coverage.popular === true,
    ...(coverage.amounts ? { amounts: coverage.amounts } : {}),
  }));
}

/** Empty for older releases, which have no texts for units. */
function unitLabel(product: LoadedProduct, name: string, language: Language): string {
  const text = product.text(language, `unit.${name}`);
  return text === `unit.${name}` ? "" : text;
}

/** Only when the tariff counts units or prices records. Otherwise the main cover is the base. */
function buildParts(facts: TextFacts, result: Calculation) {
  if (result.units.length === 0 && result.items.length === 0) return {};
  const added = [...result.units, ...result.items].reduce((sum, { amount }) => sum + amount, 0);
  const chosen = result.doubled ? result.doubleYearLimit : 0;
  const units = result.units.map(({ name, number, price, amount }) => {
    const label = unitLabel(facts.product, name, facts.language);
    return { name, label, number, price: toEuros(price), amount: toEuros(amount) };
  });
  const items = describeItems(facts, result.items).map((item) => ({ ...item, amount: toEuros(item.amount) }));
  return {
    base: toEuros(result.main + chosen - added),
    ...(units.length > 0 ? { units } : {}),
    ...(items.length > 0 ? { items } : {}),
  };
}

function buildLines(facts: TextFacts, result: Calculation): PremiumLines {
  const { oneOff } = result;
  return {
    main: toEuros(result.main),
    ...buildParts(facts, result),
    double_year_limit: toEuros(result.doubleYearLimit),
    additional: result.additional.map(({ value, amount }) => {
      const label = facts.product.text(facts.language, `wizard.additional_coverage.${value}.name`);
      return { value, label, amount: toEuros(amount) };
    }),
    annual: toEuros(result.annual),
    surcharge: toEuros(result.surcharge),
    surcharge_rate: result.surchargeRate,
    per_year: toEuros(result.perYear),
    months: result.months,
    per_term: toEuros(result.perTerm),
    tax_rate: result.taxRate,
    tax: toEuros(result.tax),
    total: toEuros(result.total),
    ...(oneOff
      ? {
          one_off: {
            percentage: oneOff.percentage,
            amount: toEuros(oneOff.amount),
            tax: toEuros(oneOff.tax),
            total: toEuros(oneOff.total),
          },
        }
      : {}),
  };
}
