// The check judges journeys too: a difference is reported with the line of the tariff or the answer that caused it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeFormats } from "#content/cases/steps/fixtures.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { calculate, type Underwriting } from "#underwriting/calculate.ts";
import { tracePremium } from "#underwriting/trace.ts";
import { ContentCopy } from "./support/content.ts";
import { assign, at, push, remove } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

type Change = (content: JsonObject) => void;
const copy = oneCopy(new ContentCopy("cyber").writeOut());
const cyber = "schemas/products/cyber";
const accepted = "fixtures/journeys/cyber-newRequest-policy-accepted.json";
const question = (content: JsonObject, id: string) =>
  (content.acceptance_questions as JsonObject[]).find((entry) => String(entry.id) === id)!;

it("a new required field is reported at the base first, then at the quotations that were made without it", async () => {
  const base = "fixtures/steps/cyber/general-data.json";
  copy.change(`${cyber}/general-data.schema.json`, (c) => {
    Object.assign(at(c, "properties"), { floor_area: { type: "integer", minimum: 1, maximum: 2000 } });
    (c.required as string[]).push("floor_area");
  });
  copy.change(`${cyber}/general-data.ui.json`, assign("", { floor_area: {} }));
  for (const language of ["nl", "fr"])
    copy.change(`${cyber}/texts.${language}.json`, assign("", { "field.floor_area.label": "m²" }));
  expect(await copy.errors()).toEqual([expect.stringMatching(`^${base}:.*refused by /floor_area required`)]);
  copy.change(base, assign("base", { floor_area: 100 }));
  expect(await copy.errors()).toEqual([
    expect.stringMatching(
      /^fixtures\/journeys\/cyber-editQuote.* made without them: add \{ "step": "general-data", "answers": \{ … \} \} to "steps"$/,
    ),
  ]);
  const area = { name: "area", answer: "general-data.floor_area", bands: [{ up_to: 2000, factor: 1 }] };
  copy.change(`${cyber}/tariff.json`, push("factors", area));
  expect(await copy.errors(), "nor is there a price without it, which is one more").toEqual([
    expect.stringMatching(/made without them: add/),
    expect.stringMatching(/unanswered\); answer general-data\.floor_area in a step before it/),
  ]);
});

it("several journeys that begin from one relation are each given another one, and none is left when that is followed", async () => {
  const begun = readdirSync(join(copy.fixtures, "journeys"))
    .map((name) => `fixtures/journeys/${name}`)
    .filter((file) => copy.read(file).flow === "newRequest" && /accepted|quotation\.|referred/.test(file));
  const [first = ""] = begun;
  for (const file of begun) copy.change(file, assign("", { relation: copy.read(first).relation }));
  const suggested: number[] = [];
  // One of those that begin alike is reported at a time.
  for (const _other of begun) {
    const found = (await copy.findings()).find(({ place }) => place === "/relation");
    if (!found) break;
    suggested.push(Number(/such as (\d+)/.exec(found.hint)?.[1]));
    copy.change(found.file, assign("", { relation: suggested.at(-1) }));
  }
  expect(suggested.length).toBe(begun.length - 1);
  expect(new Set(suggested).size, suggested.join()).toBe(suggested.length);
  expect(suggested).not.toContain(copy.read(first).relation);
});

/** The message of the first finding. */
const differences: [name: string, file: string, change: Change, says: RegExp][] = [
  [
    "a factor of a band",
    `${cyber}/tariff.json`,
    assign("factors.1.bands.1", { factor: 1.36 }),
    /per_term should be 180\.77 and is 182\.10, .*turnover x 1\.36 \(general-data\.turnover 500001\).*only those that differ use turnover \(tariff\.json \/factors\/1\/bands\/1\)/,
  ],
  [
    "a factor that is gone",
    `${cyber}/tariff.json`,
    remove("factors.0"),
    /those that differ answer coverage-choice\.deductible_amount, which tariff\.json does not read; correct the amount, or let it read that/,
  ],
  [
    "the price of a cover",
    `${cyber}/tariff.json`,
    assign("main.options.0", { price: 386 }),
    /is made of main 386\.00 \(coverage-choice\.insured_amount 250000\)/,
  ],
  [
    "an amount of a journey",
    accepted,
    assign("expect.premium", { tax: 37.95 }),
    /\/expect\/premium\/tax: tax should be 37\.95 and is 37\.96; it is made of main 520\.00/,
  ],
  [
    "an amount that is not worked out",
    accepted,
    assign("expect.premium", { tax: null }),
    /\/expect\/premium: amounts are not worked out yet; work them out by hand/,
  ],
  [
    "what an answer leads to",
    `${cyber}/questions.json`,
    (c) => Object.assign(question(c, "4103"), { effect: "refer" }),
    /should end as declined and ends as (quotation|refused|referred), because question \d+ of acceptance has the answer/,
  ],
  [
    "the answer that a question expects",
    `${cyber}/questions.json`,
    (c) => Object.assign(question(c, "4103"), { expected_answer: "yes" }),
    /should end as \w+ and ends as \w+, because question 4103 of acceptance has the answer no/,
  ],
  [
    "an answer that calls for an explanation",
    `${cyber}/questions.json`,
    (c) => Object.assign(c, { answer_rules: [ANY_TURNOVER] }),
    /\/expect\/extra_step: additional-explanation is asked for too, because the answer rule "any_turnover" holds/,
  ],
  [
    "the stored quotation",
    "fixtures/journeys/cyber-quoteToPolicy-policy-accepted-as-it-stands.json",
    assign("", { quotation: 1 }),
    /\/quotation: fixtures\/portfolio\/quotations\.json has no quotation 1 with answers/,
  ],
  [
    "the outcome",
    accepted,
    assign("expect", { outcome: "referred" }),
    /should end as referred and ends as accepted, because every answer is as expected/,
  ],
];

const ANY_TURNOVER = {
  name: "any_turnover",
  effect: "refer",
  when: { atLeast: ["general-data.turnover", 1] },
  message: { nl: "De omzet telt", fr: "Le chiffre compte" },
};

it.each(differences)(
  "a journey that comes out otherwise by %s is reported with its cause",
  async (_name, file, change, says) => {
    copy.change(file, change);
    const errors = await copy.errors();
    expect(errors.join("\n")).toMatch(says);
    expect(errors.length, errors.join("\n")).toBeLessThanOrEqual(3);
  },
);

describe("a quotation is blamed only for what it was made", () => {
  const blamed = async () => (await copy.errors()).filter((line) => line.includes('add { "step"'));

  it("without", async () => {
    copy.change(`${cyber}/questions.json`, (c) => Object.assign(question(c, "4103"), { effect: "refer" }));
    expect(await blamed()).toEqual([
      expect.stringMatching(/newRequest-declined.*explanation required; add \{ "step": "additional-explanation"/),
    ]);
  });

  it("under another rule", async () => {
    copy.change("schemas/shared/fields.schema.json", (c) => {
      const form = at(c, "definitions.legal_form");
      form.enum = (form.enum as string[]).filter((option) => option !== "BV");
    });
    expect(await blamed()).toEqual([expect.stringMatching(/enum; its quotation was made under another rule: add \{/)]);
  });
});

describe("the trace of a premium", () => {
  const tariff: Underwriting["tariff"] = {
    product_code: { default: "1" },
    main: {
      answer: "a.cover",
      list: "all_main_coverages",
      options: [{ value: "x", insured_amount: 100_000, price: 333.33 }],
    },
    factors: [
      { name: "sector", answer: "a.sector", values: { one: 1.17, two: 0.93 } },
      { name: "revenue", answer: "a.revenue", bands: [{ up_to: 10, factor: 0.77 }], empty: 1 },
    ],
    double_year_limit: { answer: "a.double", rate: 0.17, multiple: 2 },
    per_unit: [{ name: "people", answer: "a.people", price: 4.35 }],
    additional: [{ value: "305", answer: "a.more", price: 12.34 }],
    instalments: { answer: "a.terms", default_months: 3, rate: "instalment_surcharges" },
    tax: { rate: "insurance_tax", date: "a.day" },
  };
  const rates: Underwriting["rates"] = {
    country: "NL",
    insurance_tax: { NL: { use: "standard", readings: { standard: [{ from: null, percentage: 21 }] } } },
    instalment_surcharges: { "3": 3 },
    one_off: {},
  };
  const all = { cover: "x", sector: "one", revenue: 7, double: true, people: 3, more: true, terms: true };
  const priced = (answers: JsonObject) => ({
    tariff,
    rates,
    answers: { a: answers },
    today: "2026-11-20",
    day: "2026-11-20",
  });

  it.each([
    ["everything", all],
    ["no addition", { cover: "x", sector: "two" }],
  ])("adds up to the premium per year with %s", (_name, answers) => {
    const lines = tracePremium(priced(answers)).filter(({ per }) => per === "year");
    const sum = lines.reduce((total, { amount }) => total + (amount ?? Number.NaN), 0);
    expect(sum).toBe(calculate(priced(answers))!.perYear);
  });

  it("names the factor that an answer has none of", () => {
    const lines = tracePremium(priced({ ...all, sector: "three" }));
    expect(lines.find(({ factor }) => factor === null)).toMatchObject({ place: "/factors/0", given: "three" });
  });
});

it("an answer that is refused by its format is shown as it is written, in a record too", () => {
  const plate: Schema = { type: "string", format: "nl-licence-plate" };
  const vehicles: Schema = { type: "array", items: { type: "object", properties: { plate } } };
  const schema: Schema = { type: "object", properties: { plate, vehicles } };
  expect(describeFormats(schema, "/plate format, /vehicles/0/plate format, /plate required")).toBe(
    '/plate is written as in "GB123X"; /vehicles/0/plate is written as in "GB123X"; ',
  );
});
