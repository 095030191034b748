// The types of the calls: every title in schemas/api becomes one type.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileApiTypes } from "#content/publish/apiTypes.ts";

const folder = join(import.meta.dirname, "../../schemas/api");

test("each title of schemas/api is the name of exactly one type", async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
  const titles = names.flatMap((name) => {
    const { title, definitions = {} } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return [title, ...Object.values<{ title?: string }>(definitions).map((part) => part.title)].filter(Boolean);
  });
  const types = [...(await compileApiTypes()).matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, type]) => type);
  expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
  expect(titles.filter((title) => !types.includes(title))).toEqual([]);
});
