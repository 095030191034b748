// A portfolio through an old and a new content: what each kind of edit does to whom, counted apart from the code.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFixtures } from "#content/cases/journeys/record.ts";
import { FIXTURE_DAY } from "#content/cases/steps/fixtures.ts";
import { Labels } from "#content/compare/labels.ts";
import { judgeBy, type ReplayRequest } from "#content/compare/replay/judge.ts";
import { type ProductReplay, portfolioRows, replayPortfolio, sampleRequests } from "#content/compare/replay/replay.ts";
import { openForReplay, type ReplayContent } from "#content/compare/replay/rules.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { answerAt } from "#underwriting/tariff.ts";
import { journeys, storedAnswers } from "../journeys/support/journey.ts";
import { replay } from "../support/comparing.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";

const PRODUCT = "cyber";
const AMOUNTS = [250_000, 500_000, 750_000, 1_000_000];
const TURNOVERS = [120_000, 450_000, 950_000, 4_000_000, 8_000_000];
const DAYS = ["2026-12-01", "2026-12-20"];
const COUNT = AMOUNTS.length * TURNOVERS.length * DAYS.length;
let all: ReplayContent;
let old: ReplayContent;
let requests: ReplayRequest[];

beforeAll(async () => {
  all = await openForReplay(SCHEMAS);
  old = { ...all, products: new Map([[PRODUCT, all.products.get(PRODUCT)!]]) };
  requests = varySample();
  Object.assign(requests[5]!.answers.acceptance!.questions_of_acceptance as object, { 4101: false });
});

/** A quotation of the sample portfolio, with each amount, turnover and first day of cover. */
function varySample(): ReplayRequest[] {
  const sample = sampleRequests(FIXTURES).find(({ product }) => product === PRODUCT)!;
  const varied: ReplayRequest[] = [];
  for (const insured_amount of AMOUNTS)
    for (const turnover of TURNOVERS)
      for (const day of DAYS) {
        const answers = structuredClone(sample.answers);
        Object.assign(answers["coverage-choice"]!, { insured_amount });
        Object.assign(answers["general-data"]!, { turnover });
        varied.push({ ...sample, number: String(varied.length + 1), answers, today: FIXTURE_DAY, day });
      }
  return varied;
}

const numbersWhere = (path: string, holds: (value: unknown) => boolean) =>
  requests.filter(({ answers }) => holds(answerAt(answers, path))).map(({ number }) => number);

type Change = (content: JsonObject) => void;

/** What the portfolio becomes by content with some files changed. */
async function replayChanged(changes: Record<string, Change>, selection = requests): Promise<ProductReplay> {
  const copy = new ContentCopy(PRODUCT).writeOut();
  for (const [file, change] of Object.entries(changes)) copy.change(`schemas/${file}`, change);
  const { products } = replayPortfolio({ old, new: await openForReplay(copy.schemas), requests: selection });
  copy.remove();
  return products[0]!;
}

/** The member at a path such as `main.options.3`. */
const get = (content: JsonObject, path: string) =>
  path.split(".").reduce((member, key) => member[key] as JsonObject, content);
const fileOf = (file: string) => `products/${PRODUCT}/${file}`;

describe("the effect of an edit on a portfolio", () => {
  it("nothing changed: nothing happens to anybody", async () => {
    const { requests: count, unchanged, premium, begun, ended } = await replayChanged({});
    expect({ count, unchanged, begun, ended }).toEqual({ count: COUNT, unchanged: COUNT, begun: [], ended: [] });
    expect(premium).toMatchObject({ priced: COUNT, same: COUNT, dearer: 0, cheaper: 0, classes: [] });
  });

  it("a dearer cover: who chose it pays more, by the price alone", async () => {
    const { premium, unchanged, begun } = await replayChanged({
      [fileOf("tariff.json")]: (tariff) => Object.assign(get(tariff, "main.options.3"), { price: 745 * 1.1 }),
    });
    const chosen = numbersWhere("coverage-choice.insured_amount", (value) => value === 1_000_000).length;
    expect(chosen).toBeGreaterThan(COUNT / 8);
    expect(premium).toMatchObject({ dearer: chosen, cheaper: 0, same: COUNT - chosen });
    expect([unchanged, begun]).toEqual([COUNT - chosen, []]);
    // Ten percent, whatever the effect of factors, surcharge and tax. Cents are rounded.
    const inClasses = premium.classes.map(({ from, to, count }) => [from, to, count]);
    expect(inClasses.map(([from, to]) => [from, to])).toEqual(
      [
        [5, 10],
        [10, 25],
      ].slice(0, inClasses.length),
    );
    expect(inClasses.reduce((sum, [, , count]) => sum + count!, 0)).toBe(chosen);
  });

  it("a rate of insurance tax changes every premium", async () => {
    const { premium } = await replayChanged({
      "rates/rates.json": (rates) => {
        const tax = get(rates, `insurance_tax.${rates.country}`);
        for (const rate of get(tax, `readings.${tax.use}`) as unknown as { percentage: number }[]) rate.percentage += 1;
      },
    });
    expect(premium).toMatchObject({ dearer: COUNT, same: 0 });
    expect((premium.after - premium.before) / COUNT).toBeCloseTo(premium.before / COUNT / 121, -1);
  });

  it("a lower maximum: who is above it is refused, by number", async () => {
    const effect = await replayChanged({
      "shared/fields.schema.json": (fields) => Object.assign(get(fields, "definitions.turnover"), { maximum: 900_000 }),
    });
    const above = numbersWhere("general-data.turnover", (value) => Number(value) > 900_000);
    expect(above.length).toBeGreaterThan(0);
    expect(effect.begun).toEqual([
      { verdict: "refused", step: "general-data", at: "/turnover", rule: "maximum", numbers: above },
    ]);
    const refused = effect.verdicts.filter(({ from, to }) => to === "refused" && from !== "declined");
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(above.length);
    expect(effect.unchanged).toBe(COUNT - above.length);
  });

  it("a new field that is required: all are asked", async () => {
    const effect = await replayChanged({
      [fileOf("general-data.schema.json")]: (schema) => {
        Object.assign(get(schema, "properties"), { website: { type: "string", maxLength: 60 } });
        (schema.required as string[]).push("website");
      },
    });
    expect(effect.begun).toEqual([
      {
        verdict: "asked",
        step: "general-data",
        at: "/website",
        rule: "required",
        numbers: requests.map(({ number }) => number),
      },
    ]);
  });

  it("a rule between answers refuses, and one that may be confirmed asks", async () => {
    const rules = (level: JsonObject) => ({
      [fileOf("general-data.schema.json")]: (schema: JsonObject) =>
        Object.assign(get(schema, "properties"), {
          turnover: {
            $ref: "../../shared/fields.schema.json#/definitions/turnover",
            rules: { modest: { atMost: [".turnover", 900_000], ...level } },
          },
        }),
    });
    const above = numbersWhere("general-data.turnover", (value) => Number(value) > 900_000);
    const reason = { step: "general-data", at: "/turnover", rule: "modest", numbers: above };
    expect((await replayChanged(rules({}))).begun).toEqual([{ ...reason, verdict: "refused" }]);
    expect((await replayChanged(rules({ level: "warning" }))).begun).toEqual([{ ...reason, verdict: "asked" }]);
  });

  it("a question that another answer is expected of, or whose answer now declines", async () => {
    const numbersAnswering = (id: string, answer: boolean) =>
      numbersWhere(`acceptance.questions_of_acceptance.${id}`, (value) => value === answer);
    const expected = await replayChanged({
      [fileOf("questions.json")]: (questions) =>
        Object.assign(get(questions, "acceptance_questions.0"), { expected_answer: "no" }),
    });
    const question = { verdict: "referred", step: "acceptance", at: "/4101", rule: "answer" };
    expect(expected.begun).toEqual([{ ...question, numbers: numbersAnswering("4101", true) }]);
    expect(expected.ended).toEqual([{ ...question, numbers: numbersAnswering("4101", false) }]);
    const declining = await replayChanged({
      [fileOf("questions.json")]: (questions) =>
        Object.assign(get(questions, "acceptance_questions.0"), { effect: "decline" }),
    });
    expect(declining.begun).toEqual([{ ...question, verdict: "declined", numbers: numbersAnswering("4101", false) }]);
  });

  it("a band that is gone: its requests have no price", async () => {
    const effect = await replayChanged({
      [fileOf("tariff.json")]: (tariff) => (get(tariff, "factors.1.bands") as unknown as object[]).pop(),
    });
    const numbers = numbersWhere("general-data.turnover", (value) => Number(value) > 5_000_000);
    expect(effect.begun).toEqual([
      { verdict: "refused", step: "general-data", at: "/turnover", rule: "price", numbers },
    ]);
    expect(effect.premium.priced).toBe(COUNT - numbers.length);
  });

  it("a tariff from a later first day of cover: who begins from then on pays it", async () => {
    const copy = new ContentCopy(PRODUCT).writeOut();
    const dearer = copy.read(`schemas/${fileOf("tariff.json")}`);
    for (const option of get(dearer, "main").options as { price: number }[]) option.price *= 2;
    copy.write(`schemas/${fileOf("tariff.2026-12-10.json")}`, dearer);
    const { products } = replayPortfolio({ old, new: await openForReplay(copy.schemas), requests });
    copy.remove();
    const later = requests.filter(({ day }) => day >= "2026-12-10").length;
    expect([later > 0, later < COUNT]).toEqual([true, true]);
    expect(products[0]!.premium).toMatchObject({ dearer: later, same: COUNT - later });
  });

  it("a field of a list is one reason for all records, named by field and list", async () => {
    const copy = new ContentCopy("bedrijfspand").moveExamples();
    const before = await openForReplay(copy.schemas);
    const [product] = readCatalogue(copy.schemas).products;
    const fixtures = readFixtures(copy.fixtures, product!.key, findAsking(product!));
    const answers = Object.fromEntries(fixtures.map(({ step, base }) => [step, base]));
    const [site] = answers.locations!.sites as JsonObject[];
    const twoSites = { ...answers, locations: { ...answers.locations, sites: [site!, site!] } };
    copy.change("schemas/products/bedrijfspand/locations.schema.json", (schema) =>
      Object.assign(get(schema, "properties.sites.items.properties.buildings.items.properties.surface"), {
        maximum: 1,
      }),
    );
    const after = await openForReplay(copy.schemas);
    const requests = [{ number: "1", product: product!.key, answers: twoSites, today: FIXTURE_DAY, day: FIXTURE_DAY }];
    const [replayed] = replayPortfolio({ old: before, new: after, requests }).products;
    const catalogue = readCatalogue(copy.schemas);
    copy.remove();
    const reason = {
      verdict: "refused",
      step: "locations",
      at: "/sites/*/buildings/*/surface",
      rule: "maximum",
      numbers: ["1"],
    };
    expect(replayed!.begun).toEqual([reason]);
    const rows = portfolioRows(replayed!, [new Labels(catalogue.products[0]!, catalogue)]);
    expect(rows.map(({ where }) => where)).toContain("refused: Vloeroppervlakte (Gebouwen op deze locatie) · maximum");
  });

  it("a product that is gone, and an open request of which one step is there", async () => {
    const none = { ...old, products: new Map() };
    expect(replayPortfolio({ old, new: none, requests }).products[0]!.verdicts.every(({ to }) => to === "gone")).toBe(
      true,
    );
    const [request] = requests;
    const begun = { ...request!, open: true, answers: { "general-data": request!.answers["general-data"]! } };
    expect(judgeBy(old, begun)).toEqual({ verdict: "accepted", reasons: [], premium: null });
    expect(judgeBy(old, { ...begun, open: false }).verdict).toBe("asked");
  });
});

describe("where requests come from", () => {
  it("those of a journey come to its outcome and premium", () => {
    for (const journey of journeys) {
      const filled = structuredClone(storedAnswers(journey.quotation));
      for (const { step, answers } of journey.steps) filled[step] = { ...filled[step], ...answers };
      const { product, today, submit, expect: expected, file } = journey;
      const answers = { ...filled, request: submit.answers };
      const day = String(submit.answers.effective_date);
      const { verdict, premium } = judgeBy(all, { number: file, product, answers, today, day });
      expect(OUTCOMES[expected.outcome], file).toContain(verdict);
      const { total, per_year, per_term, one_off_total } = expected.premium ?? {};
      if (typeof total !== "number") continue;
      const terms = Math.round(Number(per_year) / Number(per_term));
      expect(premium, file).toBe(Math.round((total * terms + (one_off_total ?? 0)) * 100));
    }
  });

  it("the sample portfolio's are judged without a refusal", () => {
    const samples = sampleRequests(FIXTURES);
    expect(samples.length).toBeGreaterThan(20);
    const verdicts = samples.map((request) => judgeBy(all, request));
    expect(verdicts.filter(({ verdict }) => !["accepted", "referred", "declined"].includes(verdict))).toEqual([]);
  });
});

describe("npm run replay", () => {
  let copy: ContentCopy;
  beforeAll(() => {
    copy = new ContentCopy(PRODUCT).writeOut();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });
    git("init", "--quiet");
    git("add", "schemas", "fixtures");
    git("commit", "--quiet", "-m", "before");
    copy.change(`schemas/${fileOf("tariff.json")}`, (tariff) =>
      Object.assign(get(tariff, "main.options.0"), { price: 413 }),
    );
    copy.change(`schemas/${fileOf("general-data.schema.json")}`, (schema) =>
      Object.assign(get(schema, "properties.turnover"), {
        rules: { modest: { less: [".turnover", 1], level: "warning" } },
      }),
    );
    copy.change(`schemas/${fileOf("questions.json")}`, (questions) => {
      Object.assign(get(questions, "acceptance_questions.0"), { expected_answer: "no" });
    });
  });
  afterAll(() => copy.remove());
  const run = (...args: string[]) => replay([...args, "--schemas", copy.schemas, "--fixtures", copy.fixtures], {});

  it("prints one table, or rows and figures for a program", async () => {
    const text = await run("HEAD", "--samples");
    expect(text).toMatch(/^HEAD compared with the files as they are: \d+ differences, 7 requests\.\n/);
    expect(text).toMatch(/\nmean premium of the first year +€ \S+ +€ /);
    expect(text).toMatch(/\npremium rises by 5 to 10 % +– +\d+ requests?\n/);
    expect(text).toMatch(/\nreferred: Maakt uw klant .* +– +6 requests: \d+, \d+/);
    expect(text).toMatch(/\nasked: Jaaromzet · modest +– +7 requests: \d+, \d+, \d+/);
    const { rows, portfolio } = JSON.parse(await run("HEAD", "--samples", "--json", "--day", "2027-01-01"));
    expect(portfolio).toMatchObject({ requests: 7, products: [{ product: PRODUCT, premium: { priced: 7 } }] });
    expect(rows.every(({ part }: { part: string }) => part === "portfolio")).toBe(true);
    expect(await run("HEAD", "--to", "HEAD", "--samples")).toContain("no differences, 7 requests.");
  });

  it.each([
    [["nowhere"], /^There is no release or git revision "nowhere"/],
    [["HEAD", "--day", "soon"], /^--day needs a day, written as 2027-01-31, not "soon"/],
  ])("refuses %s in a sentence", (args, sentence) => expect(run(...args)).rejects.toThrow(sentence));
});

/** A replay includes neither the background check nor what was sent. */
const OUTCOMES: Record<string, string[]> = {
  quotation: ["accepted", "referred"],
  accepted: ["accepted"],
  referred: ["referred", "accepted"],
  declined: ["declined"],
  refused: ["asked", "refused"],
};
