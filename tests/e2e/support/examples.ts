// The story of an example product of fixtures/products, which is JSON, CSV and documents alone: published, filled in by a broker,
// asked for as a quotation, and read in the document. A conditional step comes, counts, goes and keeps its answers.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publish } from "#content/publish/publish.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, Language } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import {
  EXAMPLES,
  exampleJourneys,
  findManifest,
  type Journey,
  type JourneyStep,
  root,
} from "../../journeys/support/journey.ts";
import { pdfText } from "../../support/pdfText.ts";
import type { Portal } from "../../support/portal.ts";
import { expectAccessible } from "./accessible.ts";
import type { Broker } from "./broker.ts";
import { whileOffered } from "./offered.ts";
import { expectPlain } from "./plain.ts";
import { expect, test } from "./stories.ts";
import { productWords } from "./words.ts";

/** Of each product the journey that fills in most: "quotation with …". */
export const examples = exampleJourneys.filter(({ file }) =>
  file.includes("-newRequest-quotation-with-the-whole-form"),
);

const withExamples = (portal: Portal, use: () => Promise<void>) =>
  whileOffered(portal, (folder) => publish(join(root, "schemas"), folder, { examplesDir: EXAMPLES }), use);

async function readPaper({ page, say }: Broker): Promise<string> {
  const link = page.getByRole("link", { name: say("wizard.outcome.action.download_answers") });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  return pdfText(await answer.body()).replace(/[\s\u202f]+/g, " ");
}

/** Every text of several words that a broker typed into a value, or the groups and records in it. */
const typedTexts = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(typedTexts)
    : typeof value === "string" && / [a-z]/i.test(value)
      ? [value]
      : [];

/** The words of a text in their order. A row of a table is drawn line by line, so words of its other cells can be between two lines. */
const asBroken = (text: string): RegExp =>
  new RegExp(
    text
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .split(" ")
      .join(" (?:\\S+ ){0,8}"),
  );

/** Groups and records alone: other fields may be locked to what the register knows. */
function expectInPaper({ product, steps }: Journey, paper: string): void {
  const keys = findManifest(product).steps.map(({ key }) => key);
  const nested = steps
    .filter(({ step }) => keys.includes(step))
    .flatMap(({ answers }) => Object.values(answers).filter((value) => typeof value === "object"));
  for (const typed of nested.flatMap(typedTexts)) expect(paper).toMatch(asBroken(typed));
}

/** The amounts are those of the screen and the journey, and what the office alone answers is not there. */
function expectSamePremium(journey: Journey, paper: string, language: Language): void {
  const { per_term: term, tax, total } = journey.expect.premium ?? {};
  for (const amount of [term, tax, total])
    expect(paper).toContain(formatMoney(amount ?? 0, language).replace(/[\s\u202f]+/g, " "));
  for (const { step, answers } of journey.steps)
    for (const text of typedTexts(findOfficeAnswers(journey.product, step, answers))) expect(paper).not.toContain(text);
}

function findOfficeAnswers(product: string, step: string, answers: Answers): unknown {
  const path = join(EXAMPLES, product, `${step}.schema.json`);
  if (!existsSync(path)) return {};
  const { properties = {} } = JSON.parse(readFileSync(path, "utf8")) as Schema;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => properties[name]?.audience === "office"));
}

/** Of a step of the product's own. */
const readLayout = (product: string, step: string): UiSchema => {
  const path = join(EXAMPLES, product, `${step}.ui.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as UiSchema) : {};
};

async function fillStep({ step, answers }: JourneyStep, { product }: Journey, broker: Broker): Promise<void> {
  const { page, language } = broker;
  await broker.arriveAt(step);
  await broker.form.fill(step, answers);
  await expectPlain(page, readLayout(product, step), productWords(product, language));
  await expectAccessible(page, step);
  if (step !== "final-questions") await broker.next();
  await broker.expectCompleted(step);
}

/** The step that has a condition goes with the answers of the step before it, and comes back with its own. */
async function expectComesAndGoes(broker: Broker, journey: Journey, place: number): Promise<void> {
  const { steps } = findManifest(journey.product);
  const [asking = "", conditional = ""] = [steps[place - 1]?.key, steps[place]?.key];
  const answersOf = (told: Journey | undefined) => told?.steps.find(({ step }) => step === asking)?.answers ?? {};
  const plain = exampleJourneys.find(({ file }) => file === `${journey.product}-newRequest-quotation`);
  const { kvk: _kvk, ...without } = answersOf(plain);
  const expectCounted = (completed: number, total: number) =>
    expect(broker.sidebar).toContainText(broker.say("wizard.sidebar.progress.completed", { completed, total }));
  const count = steps.filter(({ extra }) => !extra).length;
  await expectCounted(place + 1, count);
  await broker.openStep(conditional);
  const before = await broker.form.values(conditional);
  await broker.openStep(asking);
  await broker.form.fill(asking, without);
  await broker.next();
  await broker.expectCompleted(asking);
  await expect(broker.stepHeader(conditional)).toHaveCount(0);
  await expectCounted(place, count - 1);
  await broker.openStep(asking);
  await broker.form.fill(asking, answersOf(journey));
  await broker.next();
  await broker.expectCompleted(conditional);
  await expectCounted(place + 1, count);
  await broker.openStep(conditional);
  expect(await broker.form.values(conditional)).toEqual(before);
  await broker.next();
}

export function tellExample(journey: Journey): void {
  test(`${journey.product}: a quotation is asked for, priced and printed; a conditional step, if there is one, comes and goes`, async ({
    broker,
    portal,
  }) => {
    const title = productWords(journey.product, broker.language)("title");
    const place = findManifest(journey.product).steps.findIndex(({ when }) => when !== undefined);
    await withExamples(portal, async () => {
      await broker.startAnew(journey);
      await expect(broker.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      for (const [index, row] of journey.steps.entries()) {
        await fillStep(row, journey, broker);
        if (index === place) await expectComesAndGoes(broker, journey, place);
      }
      await broker.expectTotal(journey.expect.premium?.total ?? 0);
      await broker.agree(journey.submit.answers);
      await broker.send(journey.submit.action);
      await broker.expectOutcome("quotation_sent");
      const paper = await readPaper(broker);
      expectInPaper(journey, paper);
      expectSamePremium(journey, paper, broker.language);
    });
  });
}
