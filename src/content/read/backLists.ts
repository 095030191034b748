// The answers of the calls that feed named lists, made from the product's own tariff and questions, so that fixtures and
// journeys are judged with the choices that the product offers. Computes no prices.

import { oncePer } from "#engine/schema/oncePer.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { type ProductFiles, tariffFileOn } from "./catalogue.ts";
import { member, objects } from "./findings/reporting.ts";

/** What the call for professions answers from. Null: nothing. Memoized, so that `resolveLists` reads the same items once. */
export const professionLists = oncePer(({ professions, choices }: ProductFiles): JsonObject | null =>
  professions || choices ? { ...professions?.content, ...(choices ? { lists: choices } : {}) } : null,
);
const professionsAnswer = oncePer(({ sectors, professions, lists }: JsonObject) => ({ sectors, professions, lists }));
const premiumAnswer = oncePer((tariff: JsonObject) => {
  const main = member(tariff, "main");
  return {
    premium: {
      ...(main.list === undefined ? {} : { [String(main.list)]: objects(main.options) }),
      all_additional_coverages: objects(tariff.additional),
    },
  };
});
const acceptanceAnswer = oncePer((questions: JsonObject) => ({ data: objects(questions.acceptance_questions) }));
const closingAnswer = oncePer((questions: JsonObject) => ({ data: objects(questions.final_questions) }));
const EMPTY: JsonObject = {};

export function backSources(product: ProductFiles, day = ""): ListSources {
  const professions = professionLists(product);
  const questions = product.questions?.content ?? EMPTY;
  return {
    ...(professions ? { professions: professionsAnswer(professions) } : {}),
    premium: premiumAnswer(tariffFileOn(product, day)?.content ?? EMPTY),
    acceptance: acceptanceAnswer(questions),
    "closing-questions": closingAnswer(questions),
  };
}
