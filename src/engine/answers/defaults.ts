// Fills the explicit `default` of fields that show and are empty. Never of a field that the broker entered or emptied, and
// nothing of its own: a question, an agreement or a choice without a `default` stays open.

import { valueAt } from "../fields/fieldPath.ts";
import { sameValue, withValue } from "../fields/formValues.ts";
import { recordSchemas } from "../fields/recordFields.ts";
import { readRecords } from "../fields/records.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Schema } from "../schema/schema.ts";
import { propertySchemas } from "../schema/schemaTree.ts";
import type { Answers } from "../schema/types.ts";
import { type ActiveContext, activeData } from "./activeData.ts";

interface Default {
  /** `*` is each record of a list. */
  path: readonly string[];
  value: unknown;
}

const findDefaults = oncePer((schema: Schema) => collect(schema, []));

function collect(schema: Schema, path: readonly string[]): Default[] {
  return [...propertySchemas(schema)].flatMap(([name, described]) =>
    described.flatMap((member) => {
      const memberPath = [...path, name];
      if (member.type === "object") return collect(member, memberPath);
      const inRecords = recordSchemas(member).flatMap((record) => collect(record, [...memberPath, "*"]));
      if (inRecords.length > 0) return inRecords;
      return member.default === undefined ? [] : [{ path: memberPath, value: member.default }];
    }),
  );
}

/** The places of a field in the records and rows that are there now. */
export function findPlaces(around: unknown, [name = "", ...rest]: readonly string[]): string[][] {
  if (rest.length === 0) return [[name]];
  const names = name === "*" ? (readRecords(around)?.keys() ?? Object.keys(around ?? {})) : [name];
  return [...names].flatMap((key) => findPlaces(valueAt(around, [key]), rest).map((inner) => [key, ...inner]));
}

/**
 * Fills the defaults of one form and remembers them: a default that was not edited follows its rule when another answer changes the
 * rule, until the broker commits the field.
 */
export class Defaults {
  readonly #filled = new Map<string, unknown>();

  /** One by one: a default may show the field of the next, and one that shows no more is not filled. */
  fill(schema: Schema, data: Answers, context: ActiveContext, entered: (path: readonly string[]) => boolean): Answers {
    let filled = data;
    const defaults = findDefaults(schema).flatMap(({ path, value }) =>
      findPlaces(data, path).map((concretePath) => ({ path: concretePath, value })),
    );
    for (const { path, value } of defaults) {
      const id = path.join("/");
      if (entered(path)) this.#filled.delete(id);
      if (entered(path) || !this.#mayFill(id, valueAt(filled, path), value)) continue;
      const tried = withValue(filled, path, value);
      if (valueAt(activeData(schema, tried, context), path) === undefined) continue;
      this.#filled.set(id, value);
      filled = tried;
    }
    return filled;
  }

  /** Whether the field is empty, or has a default that is no longer the one of its rule. */
  #mayFill(id: string, current: unknown, value: unknown): boolean {
    if (current === undefined) return true;
    return this.#filled.has(id) && sameValue(this.#filled.get(id), current) && !sameValue(current, value);
  }
}
