// The lines of the premium block: which are shown, and that no amount is shown twice.
import { describe, expect, test } from "vitest";
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import { INSTALMENT_MONTHS } from "#engine/values/instalments.ts";
import { createProducts } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { premiumAnswer } from "#server/requests/premium/premiumAnswer.ts";
import {
  additionalFacts,
  formatMonths,
  mainFacts,
  oneOffFacts,
  termFacts,
  yearFacts,
} from "#widgets/ui/facts/premiumFacts.ts";
import { journeys } from "../journeys/support/journey.ts";
import { wordsIn } from "../portal/everywhere/words.ts";
import { modelProducts } from "../support/model.ts";

/** A journey of a product whose tariff counts units. */
const UNITS = "schadeverzekering_werknemers-newRequest-policy-accepted";

type Premium = PremiumAnswer["premium"];
const tools = { text: (key: string) => key.split(".").at(-1) ?? key, money: String, euros: String };
const cover = (value: string, subtitle: number) => ({ value, label: `Cover ${value}`, subtitle });

interface Given {
  additional?: ReturnType<typeof cover>[];
  months?: number;
  doubled?: boolean;
}

function premium({ additional = [], months = 12, doubled = false }: Given): Premium {
  const main = doubled ? 390 : 325;
  const extra = additional.reduce((sum, coverage) => sum + coverage.subtitle, 0);
  const surcharge = months === 12 ? 0 : 13.8;
  const lines = { main: 325, additional: [], annual: main + extra, surcharge, surcharge_rate: 3, months };
  const perTerm = months === 12 ? main + extra : 118.45;
  return {
    total_amount_base: main,
    active_additional_coverages: additional,
    total_amount_additional_coverages: extra,
    total_amount: 143.32,
    meta: { double_year_limit: doubled, show_extended_in_advance: false, extended_in_advance: false },
    lines: { ...lines, per_year: main + extra + surcharge, per_term: perTerm, tax_rate: 21, tax: 24.87, total: 143.32 },
  } as unknown as Premium;
}

const shown = (answer: Premium) =>
  [mainFacts, additionalFacts, yearFacts, termFacts, oneOffFacts].flatMap((facts) => facts(answer, tools));
const keys = (answer: Premium) => shown(answer).map(({ key }) => key);
const [first, second] = [cover("305", 70), cover("821", 71)];

describe("premium lines", () => {
  const table: [string, Given, string[]][] = [
    ["the main cover alone, per year", {}, ["term", "tax"]],
    ["the main cover alone, in terms", { months: 3 }, ["year", "surcharge", "year_with_surcharge", "term", "tax"]],
    ["one cover added", { additional: [first] }, ["main", "305", "term", "tax"]],
    ["two covers added", { additional: [first, second] }, ["main", "305", "821", "sum", "term", "tax"]],
    [
      "two covers added, in terms",
      { additional: [first, second], months: 3 },
      ["main", "305", "821", "sum", "year", "surcharge", "year_with_surcharge", "term", "tax"],
    ],
  ];
  test.each(table)("%s", (_name, choices, expected) => {
    expect(keys(premium(choices))).toEqual(expected);
  });

  test.each(table)("no amount is shown twice: %s", (_name, choices) => {
    for (const doubled of [false, true]) {
      const amounts = shown(premium({ ...choices, doubled })).map(({ value }) => value);
      expect(new Set(amounts).size, amounts.join(" ")).toBe(amounts.length);
    }
  });

  test("the premium per year is without the surcharge, which has a line and a sum of its own", () => {
    const facts = new Map(yearFacts(premium({ months: 3 }), tools).map(({ key, value }) => [key, value]));
    expect([facts.get("year"), facts.get("surcharge"), facts.get("year_with_surcharge")]).toEqual([
      "325",
      "13.8",
      "338.8",
    ]);
  });

  test.each([
    ["nl", "per maand, per 2 maanden, per kwartaal, per 4 maanden, per halfjaar, per jaar, per termijn"],
    ["fr", "par mois, tous les 2 mois, par trimestre, tous les 4 mois, par semestre, par an, par échéance"],
  ] as const)("a term of any length has words in %s", (language, expected) => {
    const words = [1, 2, 3, 4, 6, 12, undefined].map((months) => formatMonths(months, wordsIn(language)));
    expect(words.join(", ")).toBe(expected);
  });

  test.each(["nl", "fr"] as const)(
    "what is added for paying in terms is called by the period of a term in %s",
    (language) => {
      for (const months of INSTALMENT_MONTHS.filter((each) => each !== 12)) {
        const facts = yearFacts(premium({ months }), { ...tools, text: wordsIn(language) });
        const { label } = facts.find(({ key }) => key === "surcharge") ?? {};
        expect(label).toContain(formatMonths(months, wordsIn(language)));
      }
    },
  );

  test("what each unit adds has a line of its own, and card, lines and total agree", async () => {
    const journey = journeys.find(({ file }) => file.includes(UNITS))!;
    const product = (await createProducts(modelProducts).current(journey.product))!;
    const steps = new Map(journey.steps.map(({ step, answers }) => [step, { data: answers, finished: true }]));
    const { underwriting } = evaluate(product, steps, { today: "2026-11-20", language: "nl", day: "2026-12-01" });
    const answers = { ...underwriting.answers };
    answers["general-data"] = { ...answers["general-data"], number_of_volunteers: 10 };
    answers["coverage-choice"] = { ...answers["coverage-choice"], pay_in_terms: false };
    const { premium: answer } = premiumAnswer(product, { ...underwriting, answers }, "nl");
    const [cover, units] = mainFacts(answer, tools);
    expect(units).toMatchObject({ label: "10 × 5 per vrijwilliger", value: "50" });
    expect(Number(cover?.value) + Number(units?.value)).toBe(answer.lines?.annual);
    const chosen = answer.insured_amounts.find(({ value }) => value === answer.insured_amount);
    expect(chosen).toMatchObject({ subtitle: Number(cover?.value), units: [{ label: "per vrijwilliger", price: 5 }] });
    answers["general-data"] = { ...answers["general-data"], number_of_volunteers: undefined };
    const none = premiumAnswer(product, { ...underwriting, answers }, "nl").premium;
    expect([none.lines?.units, mainFacts(none, tools)]).toEqual([undefined, []]);
  });

  test("a back end without lines gets its totals shown, in its own words", () => {
    const { lines: _lines, ...rest } = premium({ additional: [first] });
    expect(keys({ ...rest, lines: null })).toEqual(["main", "305"]);
    expect(shown({ ...rest, lines: null })[1]?.label).toBe("Cover 305");
    const alone = { ...premium({}), lines: null };
    expect(keys(alone)).toEqual(["main"]);
  });
});
