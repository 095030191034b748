// The choices of the open wizard: as calls and rules give them, with what the server said about an answer and what the premium
// answer offers. Derived from the state; pure.

import type { Judgement, PremiumAnswer } from "#api/wireTypes.ts";
import { resolveLists } from "#engine/lists.ts";
import type { Lists, Manifest, RequestAnswers, StepMeta } from "#engine/types.ts";
import type { WizardState } from "./state.ts";

export type Features = Record<string, boolean>;

export interface Choices {
  lists: Lists;
  /** The preferred choice of a list, where its rule names one. */
  defaults: Record<string, string | number>;
  features: Features;
}

export function choicesFor(
  manifest: Pick<Manifest, "lists">,
  { sources, judgement, premium }: Pick<WizardState, "sources" | "judgement" | "premium">,
  answers: RequestAnswers,
): Choices {
  const { lists, defaults } = resolveLists(manifest, sources, answers);
  const judged = withJudgement(lists, manifest, judgement);
  return {
    lists: premium.premium ? judged : withoutPrices(judged, manifest),
    defaults,
    features: offeredFeatures(sources.premium),
  };
}

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

/** A price on a choice is as old as the amount it came with. */
export function withoutPrices(lists: Lists, manifest: Pick<Manifest, "lists">): Lists {
  const entries = Object.entries(lists).map(([name, items]) => {
    const source = manifest.lists[name];
    const priced = source && "call" in source && source.call === "premium";
    return [name, priced ? items?.map(({ subtitle: _old, ...item }) => item) : items] as const;
  });
  return Object.fromEntries(entries);
}

/** Which features are on offer for the answers as they stand now (spec: wizard 3); `source`: the last premium answer there was. */
function offeredFeatures(source: unknown): Features {
  const { premium } = (source ?? {}) as Partial<PremiumAnswer>;
  const flags = Object.entries(premium?.meta ?? {}).filter(([, value]) => typeof value === "boolean");
  return Object.fromEntries(flags);
}

/** What the premium answer said is newer than what the forms said, so it wins. */
export function withFeatures(meta: StepMeta, features: Features): StepMeta {
  if (Object.keys(features).length === 0) return meta;
  return { ...meta, features: { ...meta.features, ...features } };
}
