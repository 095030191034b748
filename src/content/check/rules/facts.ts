// Facts and the conditions of steps: what a fact reads exists and fits together, none needs itself, and a step is asked because of
// earlier answers alone.
import { readsIn } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import { addressesRead } from "#engine/schema/conditionNames.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { type Report, reporter } from "../../read/findings/reporting.ts";
import { productConditions } from "../../read/steps/answerConditions.ts";
import { placedSchemas, type Steps } from "../../read/steps/stepIndex.ts";
import { findSources } from "./computed.ts";
import { checkAnswerConditions } from "./conditions.ts";
import { factField, isAlwaysKnown } from "./factFields.ts";
import { Typing } from "./typing.ts";

/** Checks the facts of a product. Returns its steps with one more, whose fields are the facts. */
export function checkFacts(product: ProductFiles, steps: Steps): { steps: Steps; findings: Finding[] } {
  const { facts } = readManifest(product);
  const findings: Finding[] = [];
  if (!facts) return { steps, findings };
  const report = reporter(product.manifest.file, findings);
  const circular = checkCircles(facts, report);
  let schema: Schema = { type: "object", properties: {}, required: [] };
  for (const [name, { value }] of Object.entries(facts)) {
    // What a schema describes is remembered, so each fact makes another one.
    const all = { ...steps, [FACTS]: { schema, ui: {} } };
    const around = { product, steps: all, order: Object.keys(all), step: FACTS, here: [], report };
    const kind = circular.has(name) ? undefined : new Typing(around).fact(value, `/facts/${name}/value`);
    if (kind === undefined) continue;
    if (readsIn(value).length === 0)
      report(`/facts/${name}/value`, "the fact reads no answer, so it never changes", 'name one, such as "step.field"');
    const properties = { ...schema.properties, [name]: factField(value, kind, all) };
    const required = [...(schema.required ?? []), ...(isAlwaysKnown(value, all) ? [name] : [])];
    schema = { ...schema, properties, required };
  }
  return { steps: { ...steps, [FACTS]: { schema, ui: {} } }, findings };
}

/** Reports facts that need themselves, once for each circle. */
function checkCircles(facts: NonNullable<ReturnType<typeof readManifest>["facts"]>, report: Report): Set<string> {
  const reported = new Set<string>();
  const follow = (name: string, before: readonly string[]): void => {
    const circle = before.indexOf(name);
    if (circle < 0) {
      for (const next of factsRead(facts, name)) follow(next, [...before, name]);
      return;
    }
    const names = before.slice(circle);
    if (names.every((member) => reported.has(member))) return;
    for (const member of names) reported.add(member);
    const sentence = `the fact depends on itself: ${[...names, name].join(" needs ")}`;
    report(`/facts/${name}/value`, sentence, "remove one of these from its expression");
  };
  for (const name of Object.keys(facts)) if (!reported.has(name)) follow(name, []);
  return reported;
}

const factsRead = (facts: Record<string, { value: Parameters<typeof readsIn>[0] }>, name: string): string[] =>
  readsIn(facts[name]?.value ?? 0).flatMap((path) => (path.startsWith(`${FACTS}.`) ? [path.split(".")[1] ?? ""] : []));

/** Checks the conditions over all answers, and those of steps and notices against the order of the steps. */
export function checkWhen(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const manifest = readManifest(product);
  const report = reporter(product.manifest.file, findings);
  const order = manifest.steps.map(({ key }) => key);
  for (const { file, place, condition, kind, index } of productConditions(product)) {
    if (!condition) continue;
    findings.push(...checkAnswerConditions(file, place, condition, { product, steps }));
    const { key, extra } = manifest.steps[index ?? -1] ?? {};
    if (key === undefined) continue;
    if (extra && kind === "step")
      report(place, `${key} is shown when answers are wrong, which "when" does not change`, 'remove "when"');
    const read = stepsRead(condition, steps);
    const late = read.find((step) => order.indexOf(step) > order.indexOf(key));
    const hint = "name answers of earlier steps";
    if (late !== undefined) report(place, `${late} is asked after ${key}`, hint);
    else if (kind === "step" && read.includes(key))
      report(place, `${key} is only asked because of its own answers`, hint);
  }
  return findings;
}

/** Checks the fields that are there while a fact is true. */
export function checkSwitchedFields(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const { facts = {} } = readManifest(product);
  for (const { key, schema } of product.steps)
    for (const { schema: part, place } of placedSchemas(steps[key]?.schema ?? {})) {
      const { featureFlag: name = "" } = part;
      if (!Object.hasOwn(facts, name)) continue;
      const report = reporter(schema.file, findings, `${place}/when`);
      const instead = 'write a condition with "if" and "then" instead';
      checkSwitch(name, steps, { key, product, instead, report: (...words) => report("", ...words) });
    }
  return findings;
}

interface FactUse {
  /** Of the step. */
  key: string;
  product: ProductFiles;
  /** What answers of the same step are read with. */
  instead: string;
  report(sentence: string, hint: string): void;
}

/** Checks that a fact which shows a part of a step is yes or no, and known before the step. */
export function checkSwitch(name: string, steps: Steps, { key, product, instead, report }: FactUse): void {
  const field = steps[FACTS]?.schema.properties?.[name];
  if (field && field.type !== "boolean")
    report(`the fact "${name}" is not yes or no`, "compare it in a fact of its own");
  const order = readManifest(product).steps.map((step) => step.key);
  const late = findSources(steps, `${FACTS}.${name}`).filter(
    (path) => order.indexOf(path.split(".")[0] ?? "") >= order.indexOf(key),
  );
  if (late.length > 0) report(`the fact "${name}" reads ${late[0]}, which is not asked before ${key}`, instead);
}

/** The steps whose answers a condition over all answers reads, itself or by a fact. */
export function stepsRead(condition: Condition, steps: Steps): string[] {
  const answers = addressesRead(condition).flatMap((address) => findSources(steps, address));
  return [...new Set(answers.map((path) => path.split(".")[0] ?? ""))];
}
