// If something is written in another notation than its meta-schema requires, the finding shows how to write it, and not
// only what is wrong.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorObject } from "ajv";
import { expect, it } from "vitest";
import { formatErrors } from "#content/read/findings/sentences.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { SCHEMAS } from "./support/content.ts";

const HOW = /\bwrite |such as|<\w|\{\w|with its dot|No values|more than blanks|of more than|\.\.\/shared/;
const error = { instancePath: "/a", schemaPath: "", keyword: "pattern", data: "À b" };

function* patterns(value: unknown, path: string): Generator<[place: string, schema: { pattern: string }]> {
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, part] of Object.entries(value)) yield* patterns(part, `${path}/${key}`);
  if (!Array.isArray(value) && typeof value.pattern === "string" && !path.endsWith("/propertyNames"))
    yield [path, value as { pattern: string }];
}

const meta = join(SCHEMAS, "meta");
const all = readdirSync(meta).flatMap((name) => [
  ...patterns(JSON.parse(readFileSync(join(meta, name), "utf8")), name.replace(".schema.json", "")),
]);

it.each(all)("%s", (_place, schema) => {
  const violation: ErrorObject = { ...error, params: { pattern: schema.pattern }, parentSchema: schema };
  expect(formatErrors([violation]).map(({ hint }) => hint)).toEqual([expect.stringMatching(HOW)]);
});
