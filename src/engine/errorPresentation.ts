// How an error is shown is the ui-schema's business (`ui:errors`): its message, whether it blocks, where it links to.
// Holds no rule; a keyword without an entry is an ordinary error.
import type { UiSchema } from "./schema.ts";
import { isObject } from "./schemaTree.ts";

interface ShownError {
  /** Text key of the message. */
  message?: string;
  /** Text key that names the field in the message, e.g. "The turnover". */
  type?: string;
  severity?: "blocking";
  link?: { href: string; text: string; pointer?: string };
}

/** Per field (dotted path) and keyword. */
export type ErrorPresentation = Record<string, Record<string, ShownError>>;

export function errorPresentation(uiSchema: UiSchema, path = ""): ErrorPresentation {
  const found: ErrorPresentation = {};
  for (const [name, ui] of Object.entries(uiSchema)) {
    if (name.startsWith("ui:") || !isObject(ui)) continue;
    const dotted = path ? `${path}.${name}` : name;
    if (isObject(ui["ui:errors"])) found[dotted] = ui["ui:errors"] as Record<string, ShownError>;
    Object.assign(found, errorPresentation(ui, dotted));
  }
  return found;
}
