// Collects how a step shows its errors (`ui:errors`): message, whether it blocks, link. A keyword without an entry is an
// ordinary error.
import type { ErrorLayout, UiSchema } from "./schema.ts";
import { isObject } from "./schemaTree.ts";

/** Per field (dotted path) and keyword. */
export type ErrorPresentation = Record<string, Record<string, ErrorLayout>>;

export function errorPresentation(uiSchema: UiSchema, path = ""): ErrorPresentation {
  const found: ErrorPresentation = {};
  for (const [name, ui] of Object.entries(uiSchema)) {
    if (name.startsWith("ui:") || !isObject(ui)) continue;
    const dotted = path ? `${path}.${name}` : name;
    if (isObject(ui["ui:errors"])) found[dotted] = ui["ui:errors"] as Record<string, ErrorLayout>;
    Object.assign(found, errorPresentation(ui, dotted));
  }
  return found;
}
