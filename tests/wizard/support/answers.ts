// Valid answers to every step of one product, all as underwriting expects them: the bases of its cases. They are of one company
// of the register.
import { withExpectedAnswers } from "#content/read/expectedAnswers.ts";
import type { Answers, StepManifest } from "#engine/schema/types.ts";
import coverage from "../../../fixtures/steps/cyber/coverage-choice.json" with { type: "json" };
import acceptance from "../../../fixtures/steps/shared/acceptance.json" with { type: "json" };
import company from "../../../fixtures/steps/shared/company-data.json" with { type: "json" };
import final from "../../../fixtures/steps/shared/final-questions.json" with { type: "json" };
import general from "../../../fixtures/steps/shared/general-data.json" with { type: "json" };
import request from "../../../fixtures/steps/shared/request.json" with { type: "json" };
import questions from "../../../schemas/products/cyber/questions.json" with { type: "json" };
import shared from "../../../schemas/shared/questions.json" with { type: "json" };
import acceptanceStep from "../../../schemas/shared/steps/acceptance/step.json" with { type: "json" };
import finalStep from "../../../schemas/shared/steps/final-questions/step.json" with { type: "json" };

export const product = "cyber";
const whole = ({ use, ...own }: { id: number; use: string }) => ({
  ...shared.questions[use as "weekly_backup"],
  ...own,
});
const asking = {
  steps: [acceptanceStep.step, finalStep.step] as StepManifest[],
  questions: {
    acceptance_questions: questions.acceptance_questions.map(whole),
    final_questions: questions.final_questions.map(whole),
  },
};
const finals = withExpectedAnswers(final, asking).base;
export const answers = {
  "general-data": general.base,
  "coverage-choice": coverage.base,
  "company-data": company.base,
  acceptance: withExpectedAnswers(acceptance, asking).base,
  "final-questions": finals,
} satisfies Record<string, Answers>;
/** What is agreed to when the request is sent. */
export const block = request.base;
/** With an answer to its final questions that calls for an underwriter. */
export const wrong = { final_questions: { ...finals.final_questions, 4202: true } };

export type StepKey = keyof typeof answers | "additional-explanation";
