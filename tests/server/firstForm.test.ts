// Releases that were published in an earlier form of the language keep working: recorded ones are judged as today's content is, and a
// request that was made with one is opened, changed and sent with it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Fixture } from "#content/cases/steps/fixtures.ts";
import { openForReplay, type ReplayProduct } from "#content/compare/replay/rules.ts";
import type { BackPart } from "#content/publish/compile.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { findExamples, readCatalogue } from "#content/read/catalogue.ts";
import { withExpectedAnswers } from "#content/read/expectedAnswers.ts";
import { readCases } from "#content/read/shared/sharedCases.ts";
import { type BundleModule, toBundle } from "#engine/rules/contract.ts";
import { upgradeBack } from "#engine/rules/olderForm.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { calculate } from "#underwriting/calculate.ts";
import { judgeRequest } from "#underwriting/judgeRequest.ts";
import { type Asked, ask, TINY } from "../content/support/asking.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "../content/support/content.ts";
import { mutated, Random } from "../content/support/random.ts";
import { explainYes } from "../engine/support/step.ts";
import { dataDirectory } from "../support/model.ts";
import { type Client, loginAs, startServer } from "../support/server.ts";
import { ANSWERS, fill, open, PRODUCT, save, send } from "../support/wizard.ts";

interface Recorded {
  release: string;
  bundle: string;
  back: BackPart;
  /** A request of that time and its premium in cents. */
  answers?: RequestAnswers;
  total?: number;
}

/** As this project published them last, by the key of the product. */
const readRecorded = (form: string): Record<string, Recorded> =>
  JSON.parse(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, `recorded/${form}.json.br`))).toString("utf8"),
  );
const recorded = readRecorded("firstForm");

const TODAY = "2026-11-20";

async function openRecorded(key: string, sources: ReplayProduct["sources"], from = recorded): Promise<ReplayProduct> {
  const { release, bundle: code, back: stored } = from[key]!;
  const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const bundle = await toBundle((await import(address)) as BundleModule, release);
  const { back, facts } = upgradeBack(stored);
  const manifest = { ...bundle.manifest, facts: { ...bundle.manifest.facts, ...facts } };
  return { key, bundle: { ...bundle, manifest }, back, sources };
}

function outcome(product: ReplayProduct, answers: RequestAnswers) {
  const judged = judgeRequest(product, answers, { today: TODAY, sources: () => product.sources });
  const { answers: counted, errors, wrong, context, underwriting } = judged;
  const rules = wrong.rules.map(({ name }) => name);
  return { counted, errors, rules, lists: context.lists, premium: calculate(underwriting) };
}

const amount: Schema = { type: "integer", minimum: 0, maximum: 100 };
const next: Schema = { ...amount, rules: { grows: { atLeast: [".next", ".last"] } } };
/** What the tiny product of the second form has beside its own fields, in the words of today. */
const MEMBERS: Asked = {
  properties: {
    past: { type: "object", ask: { from: "past", explain: explainYes(30) } },
    sales: { type: "object", rows: { from: "areas", properties: { last: amount, next }, required: ["last"] } },
  },
  ui: { past: {}, sales: {} },
  lists: { past: { rules: [{ values: ["refused", "cancelled"] }] }, areas: { rules: [{ values: ["nl", "eu"] }] } },
  answers: {
    past: { refused: { answer: true, why: "Schade" }, cancelled: { answer: false } },
    sales: { nl: { last: 5, next: 6 }, eu: { last: 0 } },
  },
};

test.each([
  ["firstForm", { properties: {}, ui: {} }],
  ["secondForm", MEMBERS],
])("the %s of the tiny product judges and prices every request as its content does today", async (form, fields) => {
  const copy = ContentCopy.tiny();
  ask(copy, fields, TINY);
  const { products } = await openForReplay(copy.schemas);
  const today = products.get(TINY)!;
  const before = await openRecorded(TINY, today.sources, readRecorded(form));
  const { manifest } = today.bundle;
  const steps = [...manifest.steps, { key: "request" }];
  const cases = readCases(copy.fixtures, { key: TINY, steps }).map(({ content }) => content as unknown as Fixture);
  const asking = { steps: manifest.steps, questions: today.back.questions };
  const bases = cases.map((each) => [each.step, withExpectedAnswers(each, asking).base] as const);
  const answers: RequestAnswers = Object.fromEntries(bases);
  expect(outcome(today, answers).premium).toBeTruthy();
  const random = new Random(39);
  for (let round = 0; round < 120; round += 1) {
    const given = round === 0 ? answers : (mutated(answers, random) as RequestAnswers);
    expect(outcome(before, given)).toEqual(outcome(today, given));
  }
});

const priced = ["firstForm", "secondForm"].flatMap((form) => {
  const releases = readRecorded(form);
  return Object.keys(releases).flatMap((key) => (releases[key]?.answers ? [{ form, key, releases }] : []));
});
const openContent = () => openForReplay(SCHEMAS, readCatalogue(SCHEMAS, undefined, findExamples(FIXTURES)));

test.each(priced)(
  "the release of $key in the $form accepts and prices a request of its time as it did",
  async ({ key, releases }) => {
    const { answers = {}, total } = releases[key]!;
    const { sources } = (await openContent()).products.get(key)!;
    const { errors, rules, premium } = outcome(await openRecorded(key, sources, releases), answers);
    expect(Object.values(errors).flat()).toEqual([]);
    expect([rules, premium?.total]).toEqual([[], total]);
  },
);

test.each(["firstForm", "secondForm"])(
  "rules between answers of the %s refuse, or ask for a confirmation",
  async (form) => {
    const releases = readRecorded(form);
    const { answers = {} } = releases.bedrijfspand!;
    const { sources } = (await openContent()).products.get("bedrijfspand")!;
    const release = await openRecorded("bedrijfspand", sources, releases);
    const judge = (shares: number[], confirmed?: JsonObject) => {
      const [owner] = Object(answers.parties).owners as JsonObject[];
      const owners = shares.map((share, index) => ({ ...owner, name: `Owner ${index}`, share }));
      const parties = { ...answers.parties, owners, ...(confirmed && { _confirmed: confirmed }) };
      const errors = outcome(release, { ...answers, parties }).errors.parties ?? [];
      return errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
    };
    expect(judge([60, 60])).toContain("/owners whole_company");
    expect(judge([30])).toEqual(["/_confirmed/most_named most_named"]);
    expect(judge([30], { most_named: [[30]] })).toEqual([]);
  },
);

describe("a request of a recorded release", () => {
  let vera: Client;

  beforeAll(async () => {
    const { bundle, back } = recorded[PRODUCT]!;
    const dataDir = dataDirectory();
    const folder = join(dataDir, "products");
    const { products, releases } = JSON.parse(
      readFileSync(join(folder, "public/index.json"), "utf8"),
    ) as PublishedIndex;
    const release = products.find(({ key }) => key === PRODUCT)!.release;
    const file = join(folder, "public", basename(releases[release]!.bundle));
    writeFileSync(file, bundle);
    rmSync(`${file}.br`);
    writeFileSync(join(folder, "back", `${release}.json`), JSON.stringify(back));
    vera = await loginAs(await startServer({ dataDir }), "v.voorbeeld");
  });

  it("is opened, changed and sent with it", async () => {
    const opened = await open(vera, 100245, 300129);
    await fill(vera, opened);
    const first = ANSWERS["general-data"] as { revenue: number };
    expect((await save(vera, opened, "general-data", { ...first, revenue: first.revenue + 1 })).statusCode).toBe(200);
    await fill(vera, opened);
    expect((await send(vera, opened)).json()).toMatchObject({ success: true });
  });
});
