// Every journey through the engine alone: no server, no database, no browser. Products are published and loaded as the
// portal does it; amounts and verdict come from the back end's pure functions.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lackingJourneys, wantedJourneys } from "#content/wantedJourneys.ts";
import type { Answers, JsonObject, Manifest } from "#engine/types.ts";
import { type Journey, journeys, readJson, root, storedAnswers } from "./support/journey.ts";
import { expectPremium } from "./support/premium.ts";
import { Traveller } from "./support/traveller.ts";
import { openWorkshop } from "./support/workshop.ts";

const loadProduct = openWorkshop();

async function travel(journey: Journey): Promise<void> {
  const product = await loadProduct(journey.product);
  let traveller = new Traveller(product, journey.today, storedAnswers(journey.quotation));
  for (const { step, answers, expect: expected } of journey.steps) {
    const given = step === "additional-explanation" ? withUploads(journey, answers) : answers;
    expect(traveller.answer(step, given), `errors of ${step}`).toEqual(expected?.errors ?? []);
    if (expected?.premium) expectPremium(traveller.premium(), expected.premium);
    if (journey.resume_after === step) traveller = new Traveller(product, journey.today, traveller.stored());
  }
  const verdict = await traveller.submit(journey.submit.action, journey.submit.answers);
  expect(verdict).toEqual({ outcome: journey.expect.outcome, steps: journey.expect.steps });
  if (journey.expect.premium) expectPremium(traveller.premium(), journey.expect.premium);
}

/** Files are held by the back end; the step holds their ids. */
function withUploads(journey: Journey, answers: Answers): JsonObject {
  return journey.uploads ? { ...answers, file: journey.uploads.map((_, index) => `upload-${index}`) } : answers;
}

describe("journeys through the engine", () => {
  test.each(readdirSync(join(root, "schemas/products")))("%s has one for every outcome of every flow", (key) => {
    const manifest = readJson<Manifest>("schemas/products", key, "product.json");
    expect(wantedJourneys(manifest).length).toBeGreaterThanOrEqual(Object.keys(manifest.flows).length * 2);
    expect(lackingJourneys(manifest, journeys)).toEqual([]);
  });

  test.each(journeys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => travel(journey));
});
