// Facts and the conditions of steps: what a fact reads exists and fits together, none needs itself, and a step is asked because of
// earlier answers alone.
import { readsIn } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { type Finding, removal } from "../../read/findings/finding.ts";
import { membersOf, type Report, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { productConditions } from "../../read/steps/answerConditions.ts";
import { placedSchemas, type Steps } from "../../read/steps/stepIndex.ts";
import { findSources } from "./computed.ts";
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
  for (const [name, value] of Object.entries(facts)) {
    // What a schema describes is remembered, so each fact makes another one.
    const all = { ...steps, [FACTS]: { schema, ui: {} } };
    const around = { product, steps: all, order: Object.keys(all), step: FACTS, here: [], report };
    const kind = circular.has(name) ? undefined : new Typing(around).fact(value, `/facts/${name}`);
    if (kind === undefined) continue;
    if (readsIn(value).length === 0)
      report(`/facts/${name}`, t`the fact reads no answer, so it never changes`, t`name one, such as "step.field"`);
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
    const sentence = t`the fact depends on itself: ${[...names, name].join(t` needs `)}`;
    report(`/facts/${name}`, sentence, t`remove one of these from its expression`);
  };
  for (const name of Object.keys(facts)) if (!reported.has(name)) follow(name, []);
  return reported;
}

const factsRead = (facts: Record<string, Expression>, name: string): string[] =>
  readsIn(facts[name] ?? 0).flatMap((path) => (path.startsWith(`${FACTS}.`) ? [path.split(".")[1] ?? ""] : []));

/** Checks the conditions over all answers, and those of steps and notices against the order of the steps. */
export function checkWhen(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const manifest = readManifest(product);
  const order = manifest.steps.map(({ key }) => key);
  for (const { file, place, condition, kind, index } of productConditions(product)) {
    if (condition === undefined) continue;
    const report = reporter(file, findings);
    new Typing({ product, steps, order: Object.keys(steps), step: FACTS, here: [], report }).truth(
      condition,
      place,
      "when",
    );
    const { key, extra } = manifest.steps[index ?? -1] ?? {};
    if (key === undefined) continue;
    if (extra && kind === "step")
      report(place, t`${key} is shown when answers are wrong, which "when" does not change`, removal(t`remove "when"`));
    const read = stepsRead([condition], steps);
    const late = read.find((step) => order.indexOf(step) > order.indexOf(key));
    const hint = t`name answers of earlier steps`;
    if (late !== undefined) report(place, t`${late} is asked after ${key}`, hint);
    else if (kind === "step" && read.includes(key))
      report(place, t`${key} is only asked because of its own answers`, hint);
  }
  return findings;
}

/** Checks the conditions of fields, which are about earlier steps. */
export function checkConditionalFields(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  const order = readManifest(product).steps.map(({ key }) => key);
  for (const { key, schema } of product.steps)
    for (const { schema: part, place } of placedSchemas(steps[key]?.schema ?? {})) {
      if (part.when === undefined) continue;
      const report = reporter(schema.file, findings);
      const before = findings.length;
      new Typing({ product, steps, order, step: key, here: [], report }).truth(part.when, `${place}/when`, "when");
      if (findings.length === before && stepsRead([part.when], steps).includes(key)) {
        const hint = t`write a condition with "if" and "then" instead`;
        report(`${place}/when`, t`the condition reads ${key} itself, whose answers come with the field`, hint);
      }
    }
  return findings;
}

/** The steps whose answers conditions read, themselves or by a fact. */
export function stepsRead(conditions: readonly Expression[], steps: Steps): string[] {
  const answers = readsIn(conditions).flatMap((path) => findSources(steps, path));
  return [...new Set(answers.map((path) => path.split(".")[0] ?? ""))];
}

/** Reports facts that nothing uses. */
export function findUnusedFacts(product: ProductFiles): Finding[] {
  const { manifest, steps, tariff, tariffs, questions } = product;
  const files = [manifest, tariff, questions, ...tariffs.map(({ file }) => file)];
  const contents = [...files, ...steps.flatMap(({ schema, ui }) => [schema, ui])].map((file) => file?.content ?? {});
  const texts = contents.flatMap((content) => [...membersOf(content)].map(({ value }) => value));
  const used = new Set(texts.filter((value) => typeof value === "string" && value.startsWith(`${FACTS}.`)));
  const findings: Finding[] = [];
  const report = reporter(manifest.file, findings);
  for (const name of Object.keys(readManifest(product).facts ?? {}))
    if (!used.has(`${FACTS}.${name}`)) {
      const hint = removal(t`name it as "${FACTS}.${name}", or remove it`);
      report(`/facts/${name}`, t`no file of the product uses the fact "${name}"`, hint);
    }
  return findings;
}
