// Which journeys a product needs: one for every way in which each of its flows can end; and a beginning of each that it lacks. The
// check lists the missing ones; a test fails when one is missing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isObject } from "#engine/schemaTree.ts";
import type { Answers, JsonObject, Manifest } from "#engine/types.ts";
import { findAsking, type ProductFiles, readCatalogue, readContents, readManifest } from "./catalogue.ts";
import { FIXTURE_DAY, type Journey } from "./fixtures.ts";
import { BASE } from "./journeyBases.ts";
import { readFixtures } from "./recordJourney.ts";
import { objects } from "./reporting.ts";

interface WantedJourney {
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

const OPEN = { per_year: null, per_term: null, tax: null, total: null };

/**
 * Answers come from the bases of its cases, amounts are left open, because they are worked out by hand. Overwrites no file. The files
 * that were written; null when there is no such product.
 */
export function writeJourneys(schemasDir: string, fixturesDir: string, key: string): string[] | null {
  const product = readCatalogue(schemasDir).products.find((one) => one.key === key);
  if (!product) return null;
  const folder = resolve(fixturesDir, "journeys");
  const journeys = readContents<Journey>(folder).map(([, journey]) => journey);
  const relations = freeRelations(fixturesDir, key, journeys);
  return lackingJourneys(readManifest(product), journeys).flatMap((wanted) => {
    const path = join(folder, `${key}-${wanted.flow}-${wanted.outcome}.json`);
    if (existsSync(path)) return [];
    const journey = beginning(product, wanted, baseIn(fixturesDir, product), relations);
    writeFileSync(path, `${JSON.stringify(journey, null, 2)}\n`);
    return [path];
  });
}

type Base = (step: string) => JsonObject;

function baseIn(fixturesDir: string, product: ProductFiles): Base {
  const fixtures = readFixtures(fixturesDir, product.key, findAsking(product));
  return (step) => structuredClone(fixtures.find((one) => one.step === step)?.base ?? {});
}

/** Relations of the first office that no journey of the product uses and no background check stops. */
function freeRelations(fixturesDir: string, key: string, journeys: readonly Journey[]): JsonObject[] {
  const read = (name: string): JsonObject[] => {
    const path = resolve(fixturesDir, "portfolio", name);
    return existsSync(path) ? objects(JSON.parse(readFileSync(path, "utf8"))) : [];
  };
  const watched = read("watchlist.json").map(({ kvk }) => kvk);
  const used = journeys.filter(({ product }) => product === key).map((one) => Object(one).relation);
  const all = read("relations.json");
  return all.filter(
    (one) =>
      one.intermediary_number === all[0]?.intermediary_number &&
      !used.includes(one.relation_number) &&
      !watched.includes(one.kvk_number),
  );
}

function beginning(product: ProductFiles, { flow, outcome }: WantedJourney, base: Base, relations: JsonObject[]) {
  const quoted = flow === "editQuote" || flow === "quoteToPolicy";
  const relation = flow === "newRequest" ? relations.shift() : undefined;
  const manifest = readManifest(product);
  const steps = manifest.steps
    .filter((step) => !step.extra || outcome === "referred")
    .map(({ key }) => ({ step: key, from: BASE, answers: ownKvk(base(key), relation) }));
  const wrong = wrongAnswer(product, outcome, steps, base);
  return {
    $schema: "../../schemas/meta/journey.schema.json",
    name: `${flow} ${outcome}`,
    product: product.key,
    flow,
    ...(quoted ? { quotation: 0 } : relation ? { relation: relation.relation_number } : { temporary: true }),
    today: FIXTURE_DAY,
    steps: quoted
      ? steps.filter(({ step }) => step === wrong || manifest.steps.find((one) => one.key === step)?.extra)
      : steps,
    submit: { action: outcome === "quotation" ? "quotation" : "insurance-policy", from: BASE },
    expect: { outcome, premium: OPEN },
  };
}

function ownKvk(base: Answers, relation: JsonObject | undefined): JsonObject {
  return relation && "kvk" in base ? { kvk: relation.kvk_number } : {};
}

/** Answers one question wrongly where the outcome needs it; returns the step of that question. */
function wrongAnswer(
  { questions }: ProductFiles,
  outcome: WantedJourney["outcome"],
  steps: readonly { step: string; answers: JsonObject }[],
  base: Base,
): string | undefined {
  const effect = { declined: "decline", referred: "refer", quotation: undefined, accepted: undefined }[outcome];
  const all = ["acceptance_questions", "final_questions"].flatMap((kind) => objects(questions?.content[kind]));
  const id = String(all.find((one) => one.effect === effect)?.id);
  for (const { step, answers } of effect ? steps : []) {
    const found = Object.entries(base(step)).find(([, value]) => isObject(value) && id in value);
    if (!found) continue;
    answers[found[0]] = { [id]: Object(found[1])[id] !== true };
    return step;
  }
  return undefined;
}
