// Questions that are explained one by one, as an analyst writes them: accepted when they are whole, tried by derived cases on both
// sides, and refused by name when they are not.
import { describe, expect, it } from "vitest";
import { indexBases, withBases } from "#content/cases/journeys/bases.ts";
import { readFixtures, readJourneys } from "#content/cases/journeys/record.ts";
import { deriveCases } from "#content/cases/steps/derivedCases.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { explainYes } from "../engine/support/step.ts";
import { type Asked, checkAsked, PRODUCT, STEP, TINY } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";
import { product } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";
import { findUnbroken, readProductCases } from "./support/productCases.ts";

const copy = oneCopy(ContentCopy.tiny());

const findings = (fields: Asked) => checkAsked(copy, fields);

const explain = explainYes(300);
const events: Schema = { type: "object", ask: { from: "event_list", explain } };
const ui: Record<string, UiSchema> = { events: { why: { "ui:widget": "textarea" } } };
const lists = { event_list: { rules: [{ values: ["refused", "cancelled"] }] } };
const keys = ["option.refused", "option.cancelled", "why.label"];
const texts = Object.fromEntries(keys.map((key) => [`field.events.${key}`, key]));
const answers = { events: { refused: { answer: true, why: "Te laat betaald" }, cancelled: { answer: false } } };
const questionFields: Asked = { properties: { events }, ui, lists, texts, answers };
const inQuestion = (change: object): Record<string, Schema> => ({
  events: { ...events, ask: { from: "event_list", explain: { ...explain, ...change } } },
});

describe("questions with an explanation", () => {
  it("are accepted, with every bound of the explanation tried on both sides", async () => {
    const lines = await findings(questionFields);
    // A journey that changes a stored quotation is asked for the new required field.
    expect(lines.filter((line) => !line.includes("fixtures/journeys/"))).toEqual([]);
    const { prepared, fixtures } = await readProductCases(copy.schemas, copy.fixtures, TINY);
    const cases = deriveCases(fixtures.find(({ step }) => step === STEP)!, prepared);
    const broken = cases.flatMap(({ expect }) => (expect === "valid" ? [] : expect.map((error) => error.join(" "))));
    expect(broken).toContain("/events/refused/answer required");
    for (const rule of ["required", "maxLength"]) expect(broken).toContain(`/events/refused/why ${rule}`);
    expect(findUnbroken(prepared.steps[STEP]!.schema, cases).filter((rule) => rule.includes("events/ask"))).toEqual([]);
  });

  it.each<[string, Partial<Asked>, string]>([
    [
      "without words for the explanation",
      { texts: { ...texts, "field.events.why.label": undefined as never } },
      'there is no text "general-data.events.why.label"',
    ],
    [
      "without words for a question",
      { texts: { ...texts, "field.events.option.refused": undefined as never } },
      'there is no text "general-data.events.option.refused"',
    ],
    [
      "with an answer of their own",
      { properties: inQuestion({ properties: { answer: { type: "string", maxLength: 3 } } }) },
      '/properties/events/ask/explain/properties/answer: the yes or no of a question is there by itself; remove "answer"',
    ],
    [
      "that may stay open",
      { properties: { events: { type: "object", ask: { from: "event_list", optional: true, explain } } } },
      "the questions of events may stay open, so nothing explains them",
    ],
    [
      "that the step does not require",
      { answers: {} },
      'the questions of events can be left unanswered; add "events" to "required" in general-data.schema.json',
    ],
    [
      "with a layout for the answer",
      { ui: { events: { ...ui.events, answer: { "ui:widget": "yes-no" } } as never } },
      "/events/answer: the answer to a question needs no layout, so this is never read; remove it",
    ],
  ])("%s are refused", async (_name, change, words) => {
    expect((await findings({ ...questionFields, ...change })).join("\n")).toContain(words);
  });

  it("can be handed over by answer and by explanation", async () => {
    await findings(questionFields);
    const read = ["events", "events.refused.answer", "events.*.why", "events.refused.wy"].map(
      (path) => `${STEP}.${path}`,
    );
    const fields = Object.fromEntries(read.map((path, index) => [path, `own.name${index}`]));
    copy.write(`${product}/handover.json`, { standard: "own", fields });
    const errors = (await copy.errors()).join("\n");
    expect(errors).toContain(`"${read[3]}" is not a field`);
    for (const path of read.slice(0, 3)) expect(errors).not.toContain(`"${path}" is not a field`);
  });
});

describe("acceptance questions with an explanation", () => {
  /** With the shared journeys, which name the answers of a step by what they lead to. */
  const whole = oneCopy(new ContentCopy(PRODUCT));

  it("are accepted where the cases name no question: each gets the expected answer, and a wrong one its explanation", async () => {
    const product = () => readCatalogue(whole.schemas).products[0]!;
    const folder = `schemas/products/${PRODUCT}`;
    whole.writeStep(product(), "acceptance");
    whole.change(`${folder}/acceptance.schema.json`, (schema) => {
      const questions = { type: "object", ask: { from: "acceptance_questions", explain } };
      Object.assign(schema.properties as JsonObject, { questions_of_acceptance: questions });
    });
    whole.change(`${folder}/acceptance.ui.json`, (layout) => {
      layout.questions_of_acceptance = { why: { "ui:widget": "textarea" } };
    });
    for (const language of ["nl", "fr"])
      whole.change(`${folder}/texts.${language}.json`, (content) =>
        Object.assign(content, { "field.questions_of_acceptance.why.label": `Toelichting ${language}` }),
      );
    const base = { questions_of_acceptance: {} };
    whole.write(`fixtures/steps/${PRODUCT}/acceptance.json`, { product: PRODUCT, step: "acceptance", base, cases: [] });
    // Journeys and quotations of the product itself answer with plain yes or no.
    const ownFixtures = /journeys\/cyber-(editQuote|quoteToPolicy|newRequest-(declined|referred-with))/;
    expect((await whole.errors()).filter((line) => !ownFixtures.test(line))).toEqual([]);
    const asking = findAsking(product());
    const declined = readJourneys(whole.fixtures, asking)
      .map(([, journey]) => journey)
      .find(({ flow, expect: { outcome } }) => flow === "newTempRequest" && outcome === "declined");
    const journey = withBases(declined!, indexBases(readFixtures(whole.fixtures, PRODUCT, asking)));
    const answers = journey.steps.find(({ step }) => step === "acceptance")?.answers.questions_of_acceptance;
    const byId = Object.values(answers as JsonObject);
    expect(byId).toContainEqual({ answer: true, why: expect.stringMatching(/\w+ \w+/) });
    expect(byId).toContainEqual({ answer: false });
  });
});
