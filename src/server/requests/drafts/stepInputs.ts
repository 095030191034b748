// The inputs of a step: what its answers depend on outside the step, namely the company number, the choices that other
// answers leave, and prices. They are stored when the step is saved. If they have changed since, the broker has to
// confirm the step again (decisions 26, 83).
import { sameValue } from "#engine/fields/formValues.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, memberList, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, ListItem, Manifest, ProductBundle, RequestAnswers } from "#engine/schema/types.ts";
import { calculate, type Underwriting } from "#underwriting/calculate.ts";
import type { StepInputs } from "../../db/tables/schema.ts";
import type { LoadedProduct } from "../../products/products.ts";

interface InputFacts {
  answers: RequestAnswers;
  context: EvaluationContext;
  underwriting: Underwriting;
}

export function findInputs(product: LoadedProduct, facts: InputFacts): Record<string, StepInputs> {
  const annual = calculate(facts.underwriting)?.annual ?? null;
  const { steps } = product.bundle.manifest;
  return Object.fromEntries(steps.map(({ key }) => [key, inputsOfStep(product, key, facts, annual)]));
}

/** A step that was saved before inputs were stored counts as unchanged. */
export const inputsStand = (stored: StepInputs | null | undefined, now: StepInputs | undefined): boolean =>
  !stored || sameValue(stored, now);

function inputsOfStep(
  { bundle }: LoadedProduct,
  step: string,
  { answers, context }: InputFacts,
  annual: number | null,
): StepInputs {
  const { names, flags, priced } = findNamed(bundle, step);
  const others = (bundle.manifest.prefill ?? []).filter((trigger) => trigger.step !== step);
  return {
    numbers: Object.fromEntries(
      others.map((trigger) => [`${trigger.step}.${trigger.field}`, answers[trigger.step]?.[trigger.field] ?? null]),
    ),
    lists: Object.fromEntries(names.map((name) => [name, (context.lists[name] ?? []).map(buildChoice)])),
    features: Object.fromEntries(flags.map((flag) => [flag, context.features?.[flag] === true])),
    price: priced ? annual : null,
  };
}

/** What the schema of a step refers to. Cached, as it is the same for every request of a release. */
interface ListInputs {
  /** Lists that depend on answers. */
  names: string[];
  flags: string[];
  priced: boolean;
}
const named = new WeakMap<ProductBundle, Record<string, ListInputs>>();

function findNamed(bundle: ProductBundle, step: string): ListInputs {
  const byStep = named.get(bundle) ?? {};
  named.set(bundle, byStep);
  byStep[step] ??= readNamed(bundle, step);
  return byStep[step];
}

function readNamed({ manifest, steps }: ProductBundle, step: string): ListInputs {
  const fields = [...propertySchemas(steps[step]?.schema ?? {}).values()].flat();
  const names = [...new Set(fields.flatMap(findLists))].filter((name) => isDerived(manifest, name));
  const flags = fields.flatMap(({ featureFlag }) => (typeof featureFlag === "string" ? [featureFlag] : []));
  return { names, flags, priced: names.some((name) => isPriced(manifest, name)) };
}

function findLists(property: Schema): string[] {
  const { enumFrom, items } = property;
  const pair = isObject(items) && isObject(items.pairFrom) ? items.pairFrom.list : undefined;
  return [enumFrom, pair, memberList(property)?.list].filter((name): name is string => typeof name === "string");
}

/** Whether a list depends on the answers. The other lists are fixed for a release. */
const isDerived = (manifest: Manifest, name: string): boolean => {
  const source = manifest.lists[name];
  return source !== undefined && ("rules" in source || source.call === "premium");
};

const isPriced = ({ lists }: Manifest, name: string): boolean => {
  const source = lists[name];
  return source !== undefined && "call" in source && source.call === "premium";
};

const buildChoice = ({ value, subtitle }: ListItem) => (subtitle === undefined ? [value] : [value, subtitle]);
