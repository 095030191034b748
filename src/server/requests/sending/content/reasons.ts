// Why a request is with an underwriter, in words: each rule over answers that holds, with the answers that it holds for. Wrong
// answers to questions are worded in `questions.ts`.
import type { Referral } from "#api/wire/wireTypes.ts";
import { isTrueOf } from "#engine/expressions/evaluate.ts";
import { answersBehind, withFacts } from "#engine/rules/facts.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { AnswerRule } from "#underwriting/judgement.ts";
import { type AnswerFacts, answerRows, writePair } from "./answerSections.ts";

/** The wrong answers to questions, and the other answers that call for an underwriter. */
export function listCauses(facts: AnswerFacts): Pick<Referral, "wrong_questions" | "reasons"> {
  const { judgement, wrong } = facts.evaluation;
  return {
    wrong_questions: [...judgement.acceptance, ...judgement.final],
    reasons: judgement.rules.map(({ message }, index) => {
      const rows = wrong.rules[index] ? decisiveRows(facts, wrong.rules[index]) : [];
      return { message, answers: rows.map(([label, value]) => writePair(label, value, facts.language)) };
    }),
  };
}

/** The answers without which the rule does not hold. A sum over many records names none of them. */
function decisiveRows(facts: AnswerFacts, rule: AnswerRule) {
  const { product, evaluation } = facts;
  const { manifest } = product.bundle;
  const { answers, context } = evaluation;
  const read = answersBehind(manifest, rule.when).map((address) => address.split(".").slice(0, 2).join("."));
  return [...new Set(read)].flatMap((address) => {
    const [step = "", field = ""] = address.split(".");
    const holds = (value: unknown) =>
      isTrueOf(
        rule.when,
        withFacts(manifest, { ...answers, [step]: { ...answers[step], [field]: value } }, context.today),
        context.today,
      );
    return answerRows(facts, step, field, pickDecisive(answers[step]?.[field], holds));
  });
}

/** The part of an answer that the rule holds for: of a list the records that are enough alone, each with its decisive answers. */
function pickDecisive(value: unknown, holds: (value: unknown) => boolean): unknown {
  if (holds(undefined)) return undefined;
  if (Array.isArray(value) && value.every(isObject)) {
    if (holds([])) return undefined;
    return value.map((record) => (holds([record]) ? pickMembers(record, (part) => holds([part])) : {}));
  }
  return isObject(value) ? pickMembers(value, holds) : value;
}

/** A member is decisive when the rule holds with it alone, or not without it. A row of a table is such a member too. */
function pickMembers(whole: Record<string, unknown>, holds: (value: unknown) => boolean): Record<string, unknown> {
  const decisive = Object.entries(whole).filter(([name, value]) => {
    const { [name]: _left, ...others } = whole;
    return holds({ [name]: value }) || !holds(others);
  });
  return Object.fromEntries(
    decisive.map(([name, value]) => {
      const holdsWith = (part: unknown) => holds({ ...whole, [name]: part });
      if (Array.isArray(value) && value.every(isObject)) return [name, pickDecisive(value, holdsWith)];
      return [name, isObject(value) ? pickMembers(value, holdsWith) : value];
    }),
  );
}
