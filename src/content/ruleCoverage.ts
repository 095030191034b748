// Which rules of a step have been seen to fail: a rule that no case breaks could be wrong for years. Root `type` is left
// out, because a step's answers are always an object.
import type { RawError } from "#engine/contract.ts";
import { hasRule, RULE_NAMES, type RuleName, ruleFor } from "#engine/rules.ts";
import type { Schema } from "#engine/schema.ts";
import { visitSchema } from "#engine/schemaVisitor.ts";

/** A length or number of entries of which nothing is less. */
export const refusesNothing = (rule: string, value: unknown): boolean =>
  /^min(Length|Items)$/.test(rule) && value === 0;

/** Every rule by its place in the schema; required fields and the two ends of a window count one by one. */
export function findRules(schema: Schema): string[] {
  const found: string[] = [];
  visitSchema(schema, ({ schema: part, place }) => {
    for (const name of RULE_NAMES) {
      if (!hasRule(part, name) || (name === "type" && place === "") || refusesNothing(name, part[name])) continue;
      const each = ruleFor(name)
        .each?.names(part[name] as never)
        .map((one) => ` ${one}`);
      for (const one of each ?? [""]) found.push(`#${place}/${name}${one}`);
    }
  });
  return found;
}

/** The rule that an error of ajv broke, named like `findRules` does. */
export function brokenRule(error: RawError & { schemaPath?: string }): string {
  const place = error.schemaPath ?? "";
  const param = ruleFor(error.keyword as RuleName)?.each?.param;
  return param === undefined ? place : `${place} ${error.params[param]}`;
}
