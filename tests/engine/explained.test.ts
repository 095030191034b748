// Questions that are explained one by one: what a session asks, keeps and judges, beside plain yes and no.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activeData } from "#engine/answers/activeData.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { findWrongAnswers } from "#underwriting/judgement.ts";
import { compileContract, explainYes, TODAY } from "./support/step.ts";

const explain = explainYes(9);
const asking = (ask: object): Schema => ({
  type: "object",
  properties: { asked: { type: "object", ask: { from: "asked", ...ask } } },
  required: ["asked"],
});
const IDS = [11, 21, 31] as const;
const lists = { asked: IDS.map((value) => ({ value, label: `Question ${value}?` })) };
const context: EvaluationContext = { today: TODAY, lists };
const meta = { field_text: { "asked.21": "In the quotation: no" } };

function open(data: Answers = {}, schema = asking({ explain })) {
  const translate = (key: string) => (key.endsWith(".why.label") ? "Why" : null);
  const shown = present(
    { schema, ui: { asked: { "ui:field": "questions" } } },
    {
      ...{ step: "s", meta, lists, today: TODAY, translate },
    },
  );
  const contract = compileContract(schema, {}, "s");
  const session = new FormSession({ step: "s", contract, context: () => context, data, schema: () => shown.schema });
  return { session, shown };
}
const broken = (session: FormSession) => session.validate().map(({ pointer, keyword }) => `${pointer} ${keyword}`);

describe("a question with an explanation", () => {
  it("asks for each answer, and for the explanation of a yes, at its own field", () => {
    const { session } = open({ asked: { 11: { answer: true }, 21: { answer: false } } });
    expect(broken(session)).toEqual(["/asked/11/why required", "/asked/31/answer required"]);
  });

  it("keeps what was typed while the answer is no, and does not send it", () => {
    const { session } = open({ asked: { 11: { answer: true, why: "Fire" } } });
    session.commitField(["asked", "11", "answer"], false);
    expect(session.given().asked).toEqual({ 11: { answer: false }, 21: {}, 31: {} });
    session.commitField(["asked", "11", "answer"], true);
    expect(session.given().asked).toMatchObject({ 11: { answer: true, why: "Fire" } });
  });

  it("refuses what is neither an answer nor an explanation at its own place", () => {
    const answersWith = (value: unknown) => ({ asked: { 11: value, 21: { answer: false }, 31: { answer: false } } });
    const errorsFor = (value: unknown) => broken(open(answersWith(value)).session);
    const contract = compileContract(asking({ explain }), {}, "s");
    expect(contract(answersWith(true), context)).toMatchObject([{ pointer: "/asked/11", keyword: "type" }]);
    expect(errorsFor(true), "a session shows it as not answered").toEqual(["/asked/11/answer required"]);
    expect(errorsFor({ answer: "yes" })).toEqual(["/asked/11/answer type"]);
    expect(errorsFor({ answer: true, why: "much too long" })).toEqual(["/asked/11/why maxLength"]);
  });

  it("shows its fields under the question, with the note of the server, and has no layout for the answer", () => {
    const layout = open().shown.uiSchema.asked as JsonObject;
    expect(layout[21]).toEqual({
      "ui:options": { title: "Question 21?", question: lists.asked[1], note: "In the quotation: no" },
      why: { "ui:options": expect.objectContaining({ title: "Why", around: "Question 21?" }) },
    });
  });
});

const answers = fc.record(Object.fromEntries(IDS.map((id) => [id, fc.boolean()])), { requiredKeys: [] });

describe("any answers", () => {
  const expected = { 11: "no", 21: "yes", 31: "no" } as const;
  const acceptance_questions = IDS.map((id) => ({ id, expected_answer: expected[id], effect: "refer" }));
  const steps = [{ key: "s", kind: "questions", questions: "acceptance" }] as never;
  const wrong = (group: unknown) => {
    const answers = { s: { asked: group } as Answers };
    const { questions } = findWrongAnswers({ acceptance_questions, final_questions: [] }, steps, answers, TODAY);
    return questions.map(({ question, answer }) => [question.id, answer]);
  };

  it("are judged alike with and without an explanation", () => {
    fc.assert(
      fc.property(answers, (plain) => {
        const explained = Object.entries(plain).map(([id, answer]) => [id, { answer, why: "x" }]);
        expect(wrong(Object.fromEntries(explained))).toEqual(wrong(plain));
      }),
    );
  });

  it("of plain yes and no are sent as they are given", () => {
    fc.assert(
      fc.property(answers, (plain) => {
        const schema = asking({ type: "boolean" });
        const { session } = open({ asked: plain }, schema);
        expect(JSON.stringify(session.given())).toBe(JSON.stringify({ asked: plain }));
        expect(activeData(schema, { asked: plain }, context)).toEqual({ asked: plain });
        expect(Object.values(plain).map(readAnswer)).toEqual(Object.values(plain));
      }),
    );
  });
});
