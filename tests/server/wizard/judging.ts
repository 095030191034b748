// Progress and premium show the consequences of answers. The expected answer is never sent.
import { describe, expect, test } from "vitest";
import type { PremiumAnswer, QuestionsAnswer } from "#api/wire/wireTypes.ts";
import { refuseUntold } from "../../support/untold.ts";
import { ANSWERS, fill, open } from "../../support/wizard.ts";
import { type Asked, OFFICE, readProgress } from "./asked.ts";

export function describeJudging({ vera, fresh }: Asked) {
  describe("judgement", () => {
    test("an answer that ends the request is named once it was given, and nothing before", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const questions = await vera().ok<QuestionsAnswer>("GET", `${opened.base}/acceptance`);
      const judged = async (answers: Record<number, boolean>) => {
        const body = { acceptance: { questions_of_acceptance: answers } };
        const { judgement } = await vera().ok<PremiumAnswer>("POST", `${opened.base}/premium`, { body });
        return judgement?.wrong_acceptance_questions.map(({ id, effect }) => ({ id, effect })) ?? [];
      };
      expect(await judged({})).toEqual([]);
      expect(await judged({ 1105: false })).toEqual([]);
      expect(await judged({ 1105: true })).toEqual([{ id: 1105, effect: "decline" }]);
      expect(await judged(Object.fromEntries(questions.data.map(({ id }) => [id, false])))).toEqual([]);
    });

    test("a reason that is in another answer is shown in words, all questions answered right", async () => {
      const opened = await open(vera(), OFFICE, fresh());
      const general = { ...ANSWERS["general-data"], ...SECTOR_190, terms_of_delivery: false };
      await fill(vera(), opened, {
        "general-data": general,
        "coverage-choice": { ...ANSWERS["coverage-choice"], deductible_amount: 2000 },
      });
      const { judgement, data } = await readProgress(vera(), opened.base);
      expect(data["additional-explanation"]).toBeDefined();
      expect(judgement?.wrong_acceptance_questions).toEqual([]);
      const rule = { effect: "refer", field: "general-data.terms_of_delivery" };
      const words = expect.stringContaining("De Nieuwe Regeling");
      expect(judgement?.rules).toEqual([{ ...rule, message: words }]);
    });

    test("the search that every answer goes through finds what it is for", () => {
      for (const answer of [
        '{"wrong_answer":true}',
        "questions=[{expected_answer:1}]",
        "Error: x\n    at run (a.ts:1:2)",
      ])
        expect(() => refuseUntold("a call", answer)).toThrow("a call tells");
      expect(() => refuseUntold("a call", '{"question":"What is the expected answer?"}')).not.toThrow();
    });
  });
}

const SECTOR_190 = { sector: "190", professions: [["190", "19004"]] };
