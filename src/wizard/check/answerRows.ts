// Which answers a step has to show: every field that is on its form now, in the form's order; a question is a row of its
// own, a group of switches is one row.
import { documentOrder, isObject, memberList } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { WizardCore } from "../model/core.ts";

export interface AnswerRow {
  path: string[];
  value: unknown;
}

export function answerRows(core: Pick<WizardCore, "presented" | "session">, step: string): AnswerRow[] {
  const presented = core.presented(step);
  const data = core.session(step).active();
  const always = isObject(presented.schema.properties) ? presented.schema.properties : {};
  const names = documentOrder({ schema: presented.schema, ui: presented.uiSchema });
  return names
    .filter((name) => Object.hasOwn(always, name) || data[name] !== undefined)
    .flatMap((name) => buildRows(name, always[name], data[name]));
}

function buildRows(name: string, schema: unknown, value: unknown): AnswerRow[] {
  const members = isObject(schema) ? memberList(schema) : null;
  if (!members?.required || !isObject(schema) || !isObject(schema.properties)) return [{ path: [name], value }];
  const given: JsonObject = isObject(value) ? value : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(schema.properties);
  return required.map((key) => ({ path: [name, key], value: given[key] }));
}
