// Which journeys a product needs: one for every way in which each of its flows can end. The check lists the missing ones; a
// test fails when one is missing.
import type { Manifest } from "#engine/types.ts";

export interface WantedJourney {
  flow: string;
  outcome: "quotation" | "accepted" | "referred" | "declined";
}

/** A quotation is given; a policy accepted or referred; an answer that leads to dropout stops either. */
function outcomesWithout(hidden: readonly string[]): WantedJourney["outcome"][] {
  const quotation = hidden.includes("quotation") ? [] : (["quotation"] as const);
  const policy = hidden.includes("insurance-policy") ? [] : (["accepted", "referred"] as const);
  return [...quotation, ...policy, "declined"];
}

export function wantedJourneys({ flows }: Pick<Manifest, "flows">): WantedJourney[] {
  return Object.entries(flows).flatMap(([flow, { hide = [] }]) =>
    outcomesWithout(hide).map((outcome) => ({ flow, outcome })),
  );
}

interface JourneyEnd {
  product: string;
  flow: string;
  expect: { outcome: string };
}

export function lackingJourneys(manifest: Manifest, journeys: readonly JourneyEnd[]): WantedJourney[] {
  const own = journeys.filter(({ product }) => product === manifest.key);
  return wantedJourneys(manifest).filter(
    ({ flow, outcome }) => !own.some((one) => one.flow === flow && one.expect.outcome === outcome),
  );
}
