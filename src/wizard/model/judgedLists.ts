// Puts what the server said about an answer beside its question, so that the form shows it there. Pure.
import type { Lists, Manifest } from "#engine/types.ts";
import type { Judgement } from "#engine/wire.ts";

/** Which member of a judgement is about the questions of which call. */
export const members = {
  acceptance: "wrong_acceptance_questions",
  "closing-questions": "wrong_final_questions",
} as const;

/** Questions with what was said about the answer they got, for the notice at the answer. */
export function withJudgement(lists: Lists, manifest: Pick<Manifest, "lists">, judgement: Judgement | null): Lists {
  const judged = Object.entries(manifest.lists).flatMap(([name, source]) => {
    const member = "call" in source && source.call in members ? members[source.call as keyof typeof members] : null;
    const told = (member && judgement?.[member]) ?? [];
    if (told.length === 0) return [];
    const items = lists[name]?.map((item) => {
      const own = told.find(({ id }) => id === item.value);
      return own ? { ...item, judged: own } : item;
    });
    return [[name, items] as const];
  });
  return { ...lists, ...Object.fromEntries(judged) };
}
