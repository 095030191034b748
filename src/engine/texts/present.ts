// Turns a step and its server meta into what is displayed: a display schema and a ui-schema that hold every
// word, choice, bound and note, so that templates look nothing up. Never touches the contract.

import { isThere } from "../answers/activeData.ts";
import type { PlainContent, Schema, UiSchema } from "../schema/schema.ts";
import { mapParts } from "../schema/schemaVisitor.ts";
import type { JsonObject, StepSource } from "../schema/types.ts";
import { dateAt } from "../values/dates.ts";
import { type FieldTexts, fieldTexts } from "./fieldTexts.ts";
import { changePlain } from "./plain.ts";
import {
  buildWords,
  computedWords,
  memberUi,
  type PresentOptions,
  presentMeta,
  readOptions,
  type Scope,
} from "./presentField.ts";
import { presentKind } from "./presentKind.ts";

export interface PresentedForm {
  schema: Schema;
  uiSchema: UiSchema;
  /** Lists that a field needs and that are unknown or empty: the field shows that and offers a retry. */
  missingLists: string[];
}

export function present(source: StepSource, options: PresentOptions): PresentedForm {
  const { meta } = options;
  const root = readOptions(source.ui);
  const scope: Scope = {
    ...options,
    lists: { ...options.lists, ...meta.lists },
    texts: {
      step: options.step,
      translate: options.translate,
      ...(typeof root.texts === "string" ? { prefix: root.texts } : {}),
      ...(options.values ? { values: options.values } : {}),
    },
    missing: new Set(),
  };
  const uiSchema: UiSchema = { ...source.ui };
  const schema = presentObject(source.schema, uiSchema, [], scope);
  return { schema, uiSchema, missingLists: [...scope.missing] };
}

/** An order names one place for what it does not name: without it rjsf draws an error instead of the form. */
function withRest(order: UiSchema["ui:order"]): UiSchema {
  if (!order) return {};
  return { "ui:order": [...new Set(order.includes("*") ? order : [...order, "*"])] };
}

/** Properties of the object and of its branches. `ui` is filled in place, one entry a property. */
function presentObject(schema: Schema, ui: UiSchema, path: string[], scope: Scope): Schema {
  Object.assign(
    ui,
    changePlain(ui, (content) => presentPlain(content, scope)),
  );
  Object.assign(ui, withRest(ui["ui:order"]));
  const removed = new Set<string>();
  const shown = mapParts(schema, (part) => {
    if (part.about === "same") return presentObject(part.schema, ui, path, scope);
    if (part.about !== "member") return part.schema;
    if (isThere(part.schema, scope)) return presentProperty(part.schema, ui, [...path, part.name], scope);
    removed.add(part.name);
    return null;
  });
  if (schema.required) shown.required = schema.required.filter((name) => !removed.has(name));
  return shown;
}

/** Returns plain content with its words. */
function presentPlain(content: PlainContent, { texts: { translate, values } }: Scope): PlainContent {
  const words: PlainContent = {};
  for (const part of ["text", "title", "alt"] as const) {
    const key = content[part];
    if (key !== undefined) words[part] = translate(key, values) ?? key;
  }
  return { ...content, ...words };
}

function presentProperty(property: Schema, ui: UiSchema, path: string[], scope: Scope): Schema {
  const name = path.at(-1) ?? "";
  const fieldUi = memberUi(ui, name);
  const bounds = buildBounds(property, scope);
  // Days go into texts as `yyyy-mm-dd`. The form writes them in the notation of the language.
  const days = { minDate: bounds.min, maxDate: bounds.max };
  const texts = fieldTexts({ ...scope.texts, values: { ...days, ...scope.texts.values } }, path, property, fieldUi);
  const computed = computedWords(property, path, scope.texts);
  const shown = presentKind({ property, own: fieldUi, path, texts }, scope, presentObject);
  const options = {
    ...buildWords(texts),
    ...officeHelp(property, texts, scope),
    ...bounds,
    ...computed,
    ...shown.options,
    ...readOptions(fieldUi),
  };
  ui[name] = { ...fieldUi, ...shown.ui, ...presentMeta(path, options, scope), "ui:options": options };
  return shown.schema;
}

/** Says that the client does not read the answer, after the help of its own. */
function officeHelp({ audience }: Schema, texts: FieldTexts, { translate }: Scope): JsonObject {
  if (audience === undefined) return {};
  const sentences = [texts.text("help"), translate("wizard.notice.for_office")];
  return { help: sentences.filter(Boolean).join(" ") };
}

function buildBounds(property: Schema, scope: Scope): JsonObject {
  const bounds: JsonObject = {};
  const { from, to } = property.dateWindow ?? {};
  if (from !== undefined) bounds.min = dateAt(scope.today, from);
  if (to !== undefined) bounds.max = dateAt(scope.today, to);
  for (const name of ["maxLength", "maxItems"] as const)
    if (property[name] !== undefined) bounds[name] = property[name];
  return bounds;
}
