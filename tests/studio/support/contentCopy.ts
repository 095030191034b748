// A copy of all content in which acts of the studio are tried: every act must keep the notation, have the shape of its file and be
// undone.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { formatJson } from "#content/read/files/formatJson.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Edit } from "#studio/server/edit/patch.ts";
import { Content } from "#studio/workspace/model/content.ts";
import type { MetaSchemas } from "#studio/workspace/model/members.ts";
import type { FieldPlace } from "#studio/workspace/model/places.ts";
import { openPatcher } from "./studioContent.ts";

const root = join(import.meta.dirname, "../../..");
const base = mkdtempSync(join(tmpdir(), "acts-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
for (const folder of ["schemas", "fixtures"]) cpSync(join(root, folder), join(base, folder), { recursive: true });

export const metas = Object.fromEntries(
  readdirSync(join(base, "schemas/meta")).map((name) => [
    name,
    JSON.parse(readFileSync(join(base, "schemas/meta", name), "utf8")),
  ]),
) as MetaSchemas;
const patcher = openPatcher(base);
export const products = ["schemas/products", "fixtures/products"].flatMap((folder) => readdirSync(join(base, folder)));

export function readContent(product: string): Content {
  const texts: Record<string, string> = {};
  for (const folder of ["schemas/shared", `schemas/products/${product}`, `fixtures/products/${product}`])
    for (const name of listJson(join(base, folder)))
      texts[`${folder}/${name}`] = readFileSync(join(base, folder, name), "utf8");
  return new Content(product, texts, metas);
}

function listJson(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

/** The names of every field of some rules, as they are written. */
function listNames(node: unknown, around: readonly string[] = []): string[][] {
  if (Array.isArray(node)) return node.flatMap((part) => listNames(part, around));
  if (!isObject(node)) return [];
  const own = Object.entries(Object(node.properties) as JsonObject).flatMap(([name, rules]) => {
    const names = [...around, name];
    const inside = isObject(rules) ? [rules.items, rules.additionalProperties].find(isObject) : undefined;
    return [names, ...listNames(inside ?? rules, names)];
  });
  return [...own, ...["allOf", "then", "else"].flatMap((keyword) => listNames(node[keyword], around))];
}

export function listFields(content: Content): FieldPlace[] {
  const steps = content.read(`${content.folder}/product.json`)?.steps as { key?: string; use?: string }[];
  return steps.flatMap(({ key, use }) => {
    const step = key ?? use ?? "";
    const names = listNames(content.read(content.findStepFile(step, "schema")));
    return names.map((each) => {
      const field = content.findField(step, each);
      if (!field) throw new Error(`${content.product} ${step} ${each} is not found`);
      return field;
    });
  });
}

/** Makes the patch, and takes it back. Returns the files that it touched. */
export function tryAct(edits: Edit[]): string[] {
  const files = [...new Set(edits.map(({ file }) => file))];
  const read = () => files.map((file) => readFileSync(join(base, file), "utf8"));
  const before = read();
  patcher.act({ sentence: { nl: "", fr: "" }, edits });
  const after = read();
  expect(after, "it is written").not.toEqual(before);
  const isFormatted = (text: string) => formatJson(text) === text;
  expect(
    after.every((text, index) => isFormatted(text) || !isFormatted(before[index]!)),
    "the notation stays",
  ).toBe(true);
  patcher.undo();
  expect(read()).toEqual(before);
  return files;
}
