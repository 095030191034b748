// Settings that do nothing, or promise what the portal refuses.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const files = `${product}/additional-explanation.ui.json`;
const options = (field: string, given: JsonObject) => (content: JsonObject) => {
  const ui = at(content, field);
  ui["ui:options"] = { ...(ui["ui:options"] as JsonObject | undefined), ...given };
};

export const optionFaults: Fault[] = [
  [
    "the number of files in the layout",
    files,
    options("file", { maxFiles: 3 }),
    "/file/ui:options/maxFiles",
    '"maxFiles" is not known here; it is a rule: write "maxItems" in the schema',
  ],
];
