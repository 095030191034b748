// How an error is shown is the ui-schema's business (`ui:errors`): its message, whether it blocks, where it links to.
// Holds no rule; a keyword without an entry is an ordinary error.
import { isObject } from "./schemaTree.ts";
import type { JsonObject } from "./types.ts";

export interface ShownError {
  /** Text key of the message. */
  message?: string;
  /** Text key that names the field in the message, e.g. "The turnover". */
  type?: string;
  severity?: "blocking";
  link?: { href: string; text: string; pointer?: string };
}

/** Per field (dotted path) and keyword. */
export type ErrorPresentation = Record<string, Record<string, ShownError>>;

export function errorPresentation(uiSchema: JsonObject, path = ""): ErrorPresentation {
  const found: ErrorPresentation = {};
  for (const [name, ui] of Object.entries(uiSchema)) {
    if (name.startsWith("ui:") || !isObject(ui)) continue;
    const dotted = path ? `${path}.${name}` : name;
    if (isObject(ui["ui:errors"])) found[dotted] = ui["ui:errors"] as Record<string, ShownError>;
    Object.assign(found, errorPresentation(ui, dotted));
  }
  return found;
}
