// What the premium answer says besides amounts: which features are on offer for the answers as they stand now (spec: wizard
// 3). It is newer than what the forms said, so it wins. Prices that belong to no amount any more are left out.
import type { Lists, Manifest, StepMeta } from "#engine/types.ts";
import type { PremiumAnswer } from "#engine/wire.ts";

export type Features = Record<string, boolean>;

/** `source`: the last premium answer there was. */
export function offeredFeatures(source: unknown): Features {
  const { premium } = (source ?? {}) as Partial<PremiumAnswer>;
  const flags = Object.entries(premium?.meta ?? {}).filter(([, value]) => typeof value === "boolean");
  return Object.fromEntries(flags);
}

export function withFeatures(meta: StepMeta, features: Features): StepMeta {
  if (Object.keys(features).length === 0) return meta;
  return { ...meta, features: { ...meta.features, ...features } };
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
