// A product with facts and a step that is asked only because of them, as schemas/changes.md has it: `locations` comes
// after the first step while there are three sites or more, and the price follows from the numbers of sites and guards.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { ask, PRODUCT, STEP } from "./asking.ts";
import { type ContentCopy, SCHEMAS } from "./content.ts";

export const CONDITIONAL = "locations";
export const MANIFEST = `schemas/products/${PRODUCT}/product.json`;
export const TARIFF = `schemas/products/${PRODUCT}/tariff.json`;
export const QUESTIONS = `schemas/products/${PRODUCT}/questions.json`;
/** Answers of the first step that do not ask for the step, and that do. */
export const FEW = { sites: 2 };
export const MANY = { sites: 3 };
export const GUARDED = { guards: 4 };

/** The facts of the recipe, and the condition of its step. */
const recipe = readFileSync(join(SCHEMAS, "changes.md"), "utf8")
  .split("### ask a step only because of earlier answers\n")[1]!
  .split("\n### ")[0]!;
const facts = JSON.parse(/`"facts": (\{.*?\})`\n/.exec(recipe)![1]!) as JsonObject;
const when = JSON.parse(/`"when": ("[\w.]+")`/.exec(recipe)![1]!) as string;

const sidebar = { why: "closed", premium: "open", request: "closed", send: [] };

export function addConditionalStep(copy: ContentCopy): void {
  ask(copy, {
    properties: {
      sites: { type: "integer", minimum: 0, maximum: 6 },
      alarm: { type: "boolean" },
    },
    ui: { sites: {}, alarm: { "ui:widget": "switch" } },
    texts: {
      [`${STEP}.sites.label`]: "Sites",
      [`${STEP}.alarm.label`]: "Alarm",
      [`step.${CONDITIONAL}.title`]: "Locations",
      [`step.${CONDITIONAL}.intro`]: "About the locations.",
      [`${CONDITIONAL}.guards.label`]: "Guards",
    },
  });
  const folder = `schemas/products/${PRODUCT}`;
  copy.write(`${folder}/${CONDITIONAL}.schema.json`, {
    $schema: "../../meta/step.schema.json",
    $id: `urn:portal:${PRODUCT}:${CONDITIONAL}`,
    type: "object",
    properties: { guards: { description: "Guards.", type: "integer", minimum: 1, maximum: 9 } },
    required: ["guards"],
    additionalProperties: false,
  });
  copy.write(`${folder}/${CONDITIONAL}.ui.json`, {
    $schema: "../../meta/ui.schema.json",
    "ui:order": ["guards", "*"],
    guards: { "ui:errors": { maximum: { severity: "blocking" } } },
  });
  copy.write(`fixtures/steps/${PRODUCT}/${CONDITIONAL}.json`, {
    $schema: "../../../schemas/meta/fixture.schema.json",
    product: PRODUCT,
    step: CONDITIONAL,
    context: { lists: {} },
    base: GUARDED,
    cases: [],
  });
  copy.change(MANIFEST, (manifest) => {
    // The order in which they are written is the author's.
    manifest.facts = {
      ...Object.fromEntries(Object.entries(facts).reverse()),
      guards: { of: `${CONDITIONAL}.guards`, empty: 0 },
    };
    const steps = manifest.steps as JsonObject[];
    steps.splice(1, 0, { key: CONDITIONAL, kind: "form", sidebar, when });
  });
  copy.change(TARIFF, ({ factors }) => {
    const even = (most: number) => Object.fromEntries(Array.from({ length: most + 1 }, (_, n) => [n, 1 + n / 100]));
    (factors as JsonObject[]).push(
      { name: "sites", answer: "facts.sites", values: even(6) },
      { name: "guards", answer: "facts.guards", values: even(9) },
    );
  });
}
