// Which product code a request falls under (decisions 11): by the answers that the tariff names, the strictest first:
// a request for one sector with professions of another falls under the stricter of the two.
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import { answersAt, type Tariff } from "./tariff.ts";

export function productCodeOf(tariff: Tariff, professions: JsonObject | null, answers: RequestAnswers): string {
  const { answer, lookup, precedence = [], default: otherwise } = tariff.product_code;
  if (!answer) return otherwise;
  const list = (lookup && (professions?.[lookup.list] as JsonObject[] | undefined)) ?? [];
  const given = [answer].flat().flatMap((path) => answersAt(answers, path));
  const codes = given.map((value) => {
    if (!lookup) return String(value);
    return String(list.find((item) => item.value === value)?.[lookup.member] ?? "");
  });
  return precedence.find((code) => codes.includes(code)) ?? codes.find(Boolean) ?? otherwise;
}
