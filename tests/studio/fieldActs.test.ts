// The acts of the studio's panel on every field of all products: each field of the rules is found where it is written, each member that
// the panel offers can be set, and what is written has the shape of its file and is undone.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatJson } from "#content/read/files/formatJson.ts";
import { Shapes } from "#content/read/shapes.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { inspectShape } from "#studio/server/edit/inspectShape.ts";
import { type Edit, Patcher } from "#studio/server/edit/patch.ts";
import { addChoice, findChoices, removeChoice, setChoices } from "#studio/workspace/model/choiceActs.ts";
import { Content } from "#studio/workspace/model/content.ts";
import { isRequired, setAt, setMember, setRequired, setText } from "#studio/workspace/model/fieldActs.ts";
import { listMembers, type Member, type MetaSchemas, refuse } from "#studio/workspace/model/members.ts";
import { effective, type FieldPlace } from "#studio/workspace/model/places.ts";

const root = join(import.meta.dirname, "../..");
const base = mkdtempSync(join(tmpdir(), "acts-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
for (const folder of ["schemas", "fixtures"]) cpSync(join(root, folder), join(base, folder), { recursive: true });

const shapes = new Shapes(join(base, "schemas/meta"));
const metas = Object.fromEntries(
  readdirSync(join(base, "schemas/meta")).map((name) => [
    name,
    JSON.parse(readFileSync(join(base, "schemas/meta", name), "utf8")),
  ]),
) as MetaSchemas;
const patcher = new Patcher({
  base,
  journalPath: join(base, "data/acts.json"),
  now: () => "2026-11-20T12:00:00.000Z",
  inspect: inspectShape(base, shapes),
});
const products = ["schemas/products", "fixtures/products"].flatMap((folder) => readdirSync(join(base, folder)));

function readContent(product: string): Content {
  const texts: Record<string, string> = {};
  for (const folder of ["schemas/shared", `schemas/products/${product}`, `fixtures/products/${product}`])
    for (const name of listJson(join(base, folder)))
      texts[`${folder}/${name}`] = readFileSync(join(base, folder, name), "utf8");
  return new Content(product, texts);
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

function listFields(content: Content): FieldPlace[] {
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

/** A value that the member may have and has not. */
function another({ schema }: Member, value: unknown): unknown {
  if (schema.type === "boolean") return value === true ? undefined : true;
  if (Array.isArray(schema.enum)) return schema.enum.find((each) => each !== value);
  if (schema.type === "integer" || schema.type === "number") return typeof value === "number" ? value + 1 : 7;
  return typeof schema.pattern === "string" ? "-3m" : "anders";
}

/** Makes the patch, and takes it back. Returns the files that it touched. */
function tryAct(edits: Edit[]): string[] {
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

describe.each(products)("the fields of %s", (product) => {
  const content = readContent(product);
  const fields = listFields(content);

  test("have members, each of which can be set to another value and back", () => {
    let tried = 0;
    for (const field of fields) {
      const rules = effective(field.rules, field.shared);
      const layout = effective(field.layout, field.sharedLayout);
      for (const member of listMembers(metas, rules, undefined).filter(
        ({ source, as }) => source !== "texts" && as !== "choices",
      )) {
        const held = member.path.reduce<unknown>(
          (value, name) => Object(value)[name],
          member.source === "rules" ? rules : layout,
        );
        const value = another(member, held);
        expect(refuse(member, value)).toBeNull();
        tryAct(setMember(field, member, value, "all"));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(fields.length);
  });

  test("become required and not, in the order of the fields", () => {
    for (const field of fields) {
      const edits = setRequired(field, !isRequired(field));
      expect(tryAct(edits)).toEqual([field.parent.file]);
      expect(setRequired(field, isRequired(field)), "what is so already is no act").toEqual([]);
    }
  });

  test("have texts that are written for this product alone, in both languages", () => {
    for (const field of fields) {
      const edits = setText(content, field, { kind: "help", language: "nl", scope: "product" }, "Andere hulp.");
      expect(tryAct(edits).every((file) => file.startsWith(`${content.folder}/`))).toBe(true);
    }
  });

  test("have choices that are put in another order", () => {
    for (const field of fields) {
      const values = findChoices(field, "all")?.values ?? [];
      if (values.length > 1) tryAct(setChoices(field, values.toReversed(), "all"));
    }
  });
});

test("a choice comes and goes with its words beside it, in both languages", () => {
  const content = readContent("bedrijfspand");
  const field = content.findField("claims", ["claims", "cause"])!;
  const added = addChoice(content, field, { nl: "Hagel", fr: "Grêle" }, "all");
  expect(added.map(({ path, value }) => [path.slice(-2).join("/"), value])).toEqual([
    ["cause/enum", ["fire", "storm", "water", "burglary", "other", "hagel"]],
    ["options/hagel", { nl: "Hagel", fr: "Grêle" }],
  ]);
  expect(tryAct(added)).toEqual([field.rules.file]);
  const removed = removeChoice(content, field, "water", "all");
  expect(removed.at(-1)).toMatchObject({ path: expect.arrayContaining(["options", "water"]), value: undefined });
  expect(tryAct(removed)).toEqual([field.rules.file]);
});

test("the last member of a part takes the part with it", () => {
  const place = { file: "a.json", path: ["x"], node: { window: { from: "0d" } } };
  expect(setAt(place, ["window", "from"], undefined)).toEqual([
    expect.objectContaining({ path: ["x", "window"], value: undefined, was: { from: "0d" } }),
  ]);
});
