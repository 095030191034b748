// One fault in the content of one product: its name, the file, the change, and the finding that the check must give.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/types.ts";
import { SCHEMAS } from "../content.ts";

export const first = readdirSync(join(SCHEMAS, "products")).sort()[0]!;
export const product = `schemas/products/${first}`;
export const fixtures = `fixtures/steps/${first}`;

export type Fault = [string, string, (content: JsonObject) => void, RegExp];

export const at = (content: JsonObject, path: string): JsonObject => {
  let current: unknown = content;
  for (const key of path.split(".")) current = (current as JsonObject)[key];
  return current as JsonObject;
};

export interface Case {
  expect: unknown;
  set?: JsonObject;
}
export const leaveOut = (content: JsonObject, which: (one: Case) => boolean) => {
  content.cases = (content.cases as Case[]).filter((one) => !which(one));
};
