// Turns a step and what the server says about it into what is displayed: a display schema and a ui-schema that hold every
// word, choice, bound and note, so that templates look nothing up. Never touches the contract.
import { dateAt } from "./dates.ts";
import { fieldTexts } from "./fieldTexts.ts";
import { optionsOf, type PresentOptions, type Scope, serverSays, wordsOf } from "./presentField.ts";
import { presentKind } from "./presentKind.ts";
import { isObject } from "./schemaTree.ts";
import type { JsonObject, StepSource } from "./types.ts";

export type { PresentOptions } from "./presentField.ts";

export interface Presented {
  schema: JsonObject;
  uiSchema: JsonObject;
  /** Lists that a field needs and that are unknown or empty: the field says so and offers a retry. */
  missingLists: string[];
}

export function present(source: StepSource, options: PresentOptions): Presented {
  const { meta } = options;
  const root = optionsOf(source.ui);
  const scope: Scope = {
    ...options,
    lists: { ...options.lists, ...meta.lists },
    features: { ...options.features, ...meta.features },
    texts: {
      step: options.step,
      translate: options.translate,
      ...(typeof root.texts === "string" ? { prefix: root.texts } : {}),
      ...(options.values ? { values: options.values } : {}),
    },
    missing: new Set(),
  };
  const uiSchema: JsonObject = { ...source.ui };
  const schema = presentObject(source.schema, uiSchema, [], scope);
  return { schema, uiSchema, missingLists: [...scope.missing] };
}

/** An order names one place for what it does not name: without it rjsf draws an error instead of the form. */
function withRest(order: unknown): JsonObject {
  if (!Array.isArray(order)) return {};
  return { "ui:order": [...new Set(order.includes("*") ? order : [...order, "*"])] };
}

/** Properties of the object and of its branches; `ui` is filled in place, one entry a property. */
function presentObject(schema: JsonObject, ui: JsonObject, path: string[], scope: Scope): JsonObject {
  const shown: JsonObject = { ...schema };
  Object.assign(ui, withRest(ui["ui:order"]));
  const removed = new Set<string>();
  if (isObject(schema.properties)) {
    const properties: [string, unknown][] = [];
    for (const [name, property] of Object.entries(schema.properties)) {
      if (!isObject(property)) properties.push([name, property]);
      else if (isOff(property, scope)) removed.add(name);
      else properties.push([name, presentProperty(property, ui, [...path, name], scope)]);
    }
    shown.properties = Object.fromEntries(properties);
  }
  if (Array.isArray(schema.required)) shown.required = schema.required.filter((name) => !removed.has(name));
  for (const key of ["then", "else"]) {
    const branch = schema[key];
    if (isObject(branch)) shown[key] = presentObject(branch, ui, path, scope);
  }
  if (Array.isArray(schema.allOf)) {
    shown.allOf = schema.allOf.map((branch) => (isObject(branch) ? presentObject(branch, ui, path, scope) : branch));
  }
  return shown;
}

function isOff(property: JsonObject, scope: Scope): boolean {
  return typeof property.featureFlag === "string" && scope.features[property.featureFlag] !== true;
}

function presentProperty(property: JsonObject, ui: JsonObject, path: string[], scope: Scope): JsonObject {
  const name = path.at(-1) ?? "";
  const own = isObject(ui[name]) ? ui[name] : {};
  const bounds = boundsOf(property, scope);
  // Days go into texts as `yyyy-mm-dd`; the form writes them in the notation of the language.
  const days = { minDate: bounds.min, maxDate: bounds.max };
  const texts = fieldTexts({ ...scope.texts, values: { ...days, ...scope.texts.values } }, path, property, own);
  const shown = presentKind(property, own, path, texts, scope, presentObject);
  const options = { ...wordsOf(texts), ...bounds, ...shown.options, ...optionsOf(own) };
  ui[name] = { ...own, ...shown.ui, ...serverSays(path, options, scope), "ui:options": options };
  return shown.schema;
}

function boundsOf(property: JsonObject, scope: Scope): JsonObject {
  const bounds: JsonObject = {};
  if (isObject(property.dateWindow)) {
    const { from, to } = property.dateWindow;
    if (typeof from === "string") bounds.min = dateAt(scope.today, from);
    if (typeof to === "string") bounds.max = dateAt(scope.today, to);
  }
  for (const name of ["maxLength", "maxItems"]) if (typeof property[name] === "number") bounds[name] = property[name];
  return bounds;
}
