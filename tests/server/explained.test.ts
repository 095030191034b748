// Acceptance questions with an explanation over the real calls: the answer is judged, the explanation is required, printed and handed
// over.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { FormsAnswer, ProgressAnswer, QuestionsAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { nameByStandard } from "#server/handover/events.ts";
import { createProducts } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { answerSections } from "#server/requests/sending/content/answerSections.ts";
import { is, when } from "../engine/support/step.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { ANSWERS, fill, type Opened, open, PRODUCT, save } from "../support/wizard.ts";

const STEP = "acceptance";
const FIELD = "questions_of_acceptance";
const WRONG = "1101";
const WHY = "Een kleine opdracht in Gent.";

let place: Opened;

const portal = serveChanged((copy) => {
  copy.change(`schemas/products/${PRODUCT}/questions.json`, ({ acceptance_questions }) => {
    Object.assign((acceptance_questions as JsonObject[])[0] ?? {}, { explain: HELP });
  });
  const why = { type: "string", minLength: 1, maxLength: 100 };
  const explain = when(is("answer", true), { properties: { why }, required: ["why"] });
  addFields(copy, STEP, {
    properties: {
      [FIELD]: { type: "object", ask: { from: "acceptance_questions", explain } },
    },
    layout: { [FIELD]: { "ui:widget": "questions", why: { "ui:widget": "textarea" } } },
    texts: { [`field.${FIELD}.why.label`]: "Toelichting" },
  });
});
const HELP = { nl: "Vertel welk werk het is, en voor wie.", fr: "Indiquez de quel travail il s’agit, et pour qui." };

test("a question says in both languages what its explanation should contain, and one without leaves it to the general help", async () => {
  for (const language of LANGUAGES) {
    portal.vera.language(language);
    const { data } = await portal.vera.ok<QuestionsAnswer>("GET", `${place.base}/acceptance`);
    expect(data.map(({ id, explain }) => [id, explain]).slice(0, 2)).toEqual([
      [Number(WRONG), HELP[language]],
      [Number(WRONG) + 1, undefined],
    ]);
  }
  portal.vera.language("nl");
});

beforeAll(async () => {
  place = await open(portal.vera, OFFICE, portal.relations.pop());
  await portal.vera.ok("POST", `${place.base}/wizard/restart`);
});

const plain = (ANSWERS[STEP] as Record<string, JsonObject>)[FIELD] ?? {};
const asExpected = Object.fromEntries(
  Object.entries(plain).map(([id, answer]) => [id, answer ? { answer, why: "Zoals gevraagd." } : { answer }]),
);
const explained = { [FIELD]: { ...asExpected, [WRONG]: { answer: true, why: WHY } } };

describe("acceptance questions with an explanation", () => {
  test("are refused without it, and with what is neither yes nor no, each at its own place", async () => {
    const errors = async (value: unknown) => {
      const refused = await save(portal.vera, place, STEP, { [FIELD]: { ...asExpected, [WRONG]: value } });
      const { errors: found = [] } = refused.json() as { errors?: { pointer: string; keyword: string }[] };
      return [refused.statusCode, ...found.map(({ pointer, keyword }) => `${pointer} ${keyword}`)];
    };
    const at = `/${FIELD}/${WRONG}`;
    expect(await errors({ answer: true })).toEqual([422, `${at}/why required`]);
    expect(await errors({ answer: true, why: "x".repeat(101) })).toEqual([422, `${at}/why maxLength`]);
    expect(await errors({})).toEqual([422, `${at}/answer required`]);
    expect(await errors({ answer: "ja" })).toEqual([422, `${at}/answer type`]);
    expect(await errors(true)).toEqual([422, `${at} type`]);
    expect(await errors(null)).toEqual([422, `${at} type`]);
  });

  test("are judged by their answer: a wrong one adds the step for the explanation, and is named with the answer", async () => {
    await fill(portal.vera, place, { [STEP]: explained });
    const progress = await portal.vera.ok<ProgressAnswer>("GET", `${place.base}/wizard/steps/progress`);
    const { data, judgement } = progress;
    expect(Object.keys(data)).toContain("additional-explanation");
    expect(judgement?.wrong_acceptance_questions).toEqual([
      expect.objectContaining({ id: Number(WRONG), answer: true }),
    ]);
    const forms = await portal.vera.ok<FormsAnswer>("POST", `${place.base}/wizard/steps/forms`, { body: {} });
    expect(forms.data[STEP]?.data).toEqual(explained);
  });

  test("are printed with the explanation below the answer, and handed over by answer and by explanation", async () => {
    const product = (await createProducts(join(portal.server.config.dataDir, "products")).current(PRODUCT))!;
    const steps = new Map(
      Object.entries({ ...ANSWERS, [STEP]: explained }).map(([step, data]) => [step, { data, finished: true }]),
    );
    const evaluation = evaluate(product, steps, { today: "2026-11-20", language: "nl", day: "2026-12-01" });
    const rows = answerSections({ product, evaluation, language: "nl", fileNames: new Map() }).flatMap(
      (section) => section.rows,
    );
    const index = rows.findIndex(([, value]) => value === WHY);
    const [question = "", answer] = rows[index - 1] ?? [];
    expect(answer).toBe("Ja");
    expect(rows[index]?.[0]).toBe(`${question.split("\n")[0]} – Toelichting`);
    const fields = { [`${STEP}.${FIELD}.${WRONG}.answer`]: "own.answer", [`${STEP}.${FIELD}.${WRONG}.why`]: "own.why" };
    expect(nameByStandard({ fields }, { answers: { [STEP]: explained }, case: {}, contract: {} })).toEqual({
      standard: { "own.answer": true, "own.why": WHY },
    });
  });
});
