// Collects how a step shows its errors (`ui:errors`): message, whether it blocks, link. A keyword without an entry is an
// ordinary error.
import { pointerSegments } from "../fields/fieldPath.ts";
import { sameValue } from "../fields/formValues.ts";
import type { ErrorLayout, Schema, UiSchema } from "../schema/schema.ts";
import { isObject, layoutPath } from "../schema/schemaTree.ts";
import type { FieldError } from "../schema/types.ts";

/** Per field (dotted path, the same for each record) and keyword. */
export type ErrorPresentation = Record<string, Record<string, ErrorLayout>>;

export function errorPresentation(uiSchema: UiSchema, path = ""): ErrorPresentation {
  const presentation: ErrorPresentation = {};
  for (const [name, ui] of Object.entries(uiSchema)) {
    if (name.startsWith("ui:") || !isObject(ui)) continue;
    const dotted = path ? `${path}.${name}` : name;
    if (isObject(ui["ui:errors"])) presentation[dotted] = ui["ui:errors"] as Record<string, ErrorLayout>;
    Object.assign(presentation, errorPresentation(ui, dotted));
  }
  return presentation;
}

/** Whether an error about the data disables Next and both send actions. */
export function isBlocking(shown: ErrorPresentation | undefined, error: FieldError, schema: Schema): boolean {
  const field = layoutPath(schema, pointerSegments(error.pointer)).join(".");
  return shown?.[field]?.[error.keyword]?.severity === "blocking";
}

/** Errors by the id of their field. One that stays the same keeps its identity. */
export function shareErrors(
  before: ReadonlyMap<string, FieldError>,
  errors: readonly FieldError[],
): Map<string, FieldError> {
  const shared = new Map<string, FieldError>();
  for (const error of errors) {
    const previous = before.get(error.id);
    shared.set(error.id, previous && sameValue(previous, error) ? previous : error);
  }
  return shared;
}
