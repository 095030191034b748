// The answers of the calls that feed named lists, made from the product's own tariff and questions, so that fixtures and
// journeys are judged with the choices that the product offers. Computes no prices.
import type { ListSources } from "#engine/lists.ts";
import { type ProductFiles, tariffFileOn } from "./catalogue.ts";
import { member, objects } from "./findings/reporting.ts";

export function backSources(product: ProductFiles, day = ""): ListSources {
  const tariff = tariffFileOn(product, day)?.content ?? {};
  const main = member(tariff, "main");
  const professions = product.professions?.content;
  return {
    ...(professions ? { professions: { sectors: professions.sectors, professions: professions.professions } } : {}),
    premium: {
      premium: { [String(main.list)]: objects(main.options), all_additional_coverages: objects(tariff.additional) },
    },
    acceptance: { data: objects(product.questions?.content.acceptance_questions) },
    "closing-questions": { data: objects(product.questions?.content.final_questions) },
  };
}
