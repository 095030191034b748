// Which answers the premium depends on: those that the tariffs name, and all that decides whether such an answer counts, which value
// it has and whether it is valid. Browser, check and journeys price by this list, which authors never write. Computes no premium.

import { answerRules } from "#engine/expressions/breach.ts";
import { resolveRead } from "#engine/expressions/computed.ts";
import { readsIn } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import { namesRead } from "#engine/schema/conditionNames.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { splitTemplate, visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject, Manifest } from "#engine/schema/types.ts";
import { type ProductFiles, readManifest } from "../catalogue.ts";
import { membersOf, objects } from "../findings/reporting.ts";
import type { Steps } from "./stepIndex.ts";

/**
 * Returns the manifest with `premium` at each step: the answers of the step that the premium depends on, or a rule that declines or
 * refers. The answer of the premium call says which of these rules hold.
 */
export function withPremium(product: ProductFiles, steps: Steps): JsonObject {
  const manifest = readManifest(product);
  const reads = new AnswerReader(manifest, steps);
  for (const file of [product.tariff, ...product.tariffs.map(({ file }) => file)])
    reads.followAll(tariffReads(file?.content ?? {}));
  for (const rule of objects(product.questions?.content.answer_rules))
    reads.followAll(readsIn(rule.when as Expression));
  const written = manifest.steps.map((step) => {
    const premium = reads.answersOf(step.key);
    return premium.length > 0 ? { ...step, premium } : step;
  });
  return { ...product.manifest.content, steps: written };
}

/** By top-level field the names that the conditions around it read. */
export function namesShowing(
  schema: Schema,
  names: ReadonlySet<string> = new Set(),
  namesByField: Map<string, Set<string>> = new Map(),
): ReadonlyMap<string, ReadonlySet<string>> {
  for (const { about, schema: part, name, condition } of splitTemplate(schema)) {
    const read = condition ? new Set([...names, ...namesRead(condition)]) : names;
    if (about === "same") namesShowing(part, read, namesByField);
    if (about === "member") namesByField.set(name, new Set([...(namesByField.get(name) ?? []), ...read]));
  }
  return namesByField;
}

/** The addresses that the prices of a tariff read, whatever its parts are called. */
export function tariffReads({ product_code: _code, tax: _tax, ...priced }: JsonObject): string[] {
  const addresses: string[] = [];
  for (const { key, value, place } of membersOf(priced))
    if (key === "when") addresses.push(...readsIn(value as Expression));
    else if (typeof value === "string" && !place.includes("/when/")) addresses.push(value);
  return addresses;
}

class AnswerReader {
  readonly #manifest: Manifest;
  readonly #steps: Steps;
  readonly #reached = new Set<string>();

  constructor(manifest: Manifest, steps: Steps) {
    this.#manifest = manifest;
    this.#steps = steps;
  }

  /** The answers of a step that were reached, as its schema orders them. Computed values are left out. */
  answersOf(step: string): string[] {
    const fields = [...propertySchemas(this.#steps[step]?.schema ?? {})];
    return fields.flatMap(([name, described]) =>
      this.#reached.has(`${step}.${name}`) && described.every(({ computed }) => computed === undefined) ? [name] : [],
    );
  }

  followAll(addresses: Iterable<string>): void {
    for (const address of addresses) this.#follow(address);
  }

  #follow(address: string): void {
    const [step = "", field = ""] = address.split(".");
    if (this.#reached.has(`${step}.${field}`)) return;
    this.#reached.add(`${step}.${field}`);
    if (step === FACTS) this.followAll(readsIn(this.#manifest.facts?.[field] ?? 0));
    const schema = this.#steps[step]?.schema ?? {};
    const described = propertySchemas(schema).get(field);
    if (!described) return;
    const when = this.#manifest.steps.find(({ key }) => key === step)?.when;
    this.followAll(readsIn(when ?? 0));
    this.followAll([...(namesShowing(schema).get(field) ?? [])].map((name) => `${step}.${name}`));
    for (const part of described)
      visitSchema(part, ({ schema: inner, path }) => this.#followField(step, inner, path), {
        place: "",
        path: [field],
      });
  }

  #followField(step: string, field: Schema, path: readonly string[]): void {
    const { computed = 0, startsWith = 0, when = 0 } = field;
    const addresses = readsIn([computed, startsWith, when, ...answerRules(field).map(({ rule }) => rule)]);
    this.followAll(
      addresses.map((read) =>
        read.startsWith(".") ? [step, ...resolveRead(path.slice(0, -1), read)].join(".") : read,
      ),
    );
    for (const list of findLists(field)) {
      const source = this.#manifest.lists?.[list];
      const rules = source && "rules" in source ? source.rules : [];
      this.followAll(readsIn(rules.map((rule) => rule.when ?? 0)));
      // A choice whose record is not sent too would be no answer.
      if (source && "records" in source) this.#follow(source.records);
    }
  }
}

/** The lists that decide what a field offers. */
function findLists({ enumFrom, rows, ask, pairFrom }: Schema): string[] {
  return [enumFrom, rows?.from, ask?.from, pairFrom?.list, pairFrom?.parents].filter((name) => name !== undefined);
}
