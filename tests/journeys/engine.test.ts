// Every journey through the engine alone: no server, no database, no browser. Products are published and loaded as the
// portal does it; amounts and verdict come from the back end's pure functions.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject, Manifest } from "#engine/types.ts";
import { type Journey, journeys, readJson, root, storedAnswers } from "./support/journey.ts";
import { expectPremium } from "./support/premium.ts";
import { Traveller } from "./support/traveller.ts";
import { openWorkshop } from "./support/workshop.ts";

const productOf = openWorkshop();

async function travel(journey: Journey): Promise<void> {
  const product = await productOf(journey.product);
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
function withUploads(journey: Journey, answers: JsonObject): JsonObject {
  return journey.uploads ? { ...answers, file: journey.uploads.map((_, index) => `upload-${index}`) } : answers;
}

/** A quotation is given; a policy accepted or referred; an answer that leads to dropout stops either. */
function outcomesWithout(hidden: readonly string[]): Journey["expect"]["outcome"][] {
  const quotation = hidden.includes("quotation") ? [] : (["quotation"] as const);
  const policy = hidden.includes("insurance-policy") ? [] : (["accepted", "referred"] as const);
  return [...quotation, ...policy, "declined"];
}

describe("journeys through the engine", () => {
  test.each(readdirSync(join(root, "schemas/products")))("%s has one for every outcome of every flow", (key) => {
    const { flows } = readJson<Manifest>("schemas/products", key, "product.json");
    const wanted = Object.entries(flows).flatMap(([flow, { hide = [] }]) =>
      outcomesWithout(hide).map((outcome) => `${flow} ${outcome}`),
    );
    expect(Object.keys(flows)).toHaveLength(4);
    const told = journeys.filter(({ product }) => product === key).map((one) => `${one.flow} ${one.expect.outcome}`);
    expect(wanted.filter((one) => !told.includes(one))).toEqual([]);
  });

  test.each(journeys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => travel(journey));
});
