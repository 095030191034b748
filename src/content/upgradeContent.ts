// Rewrites content of an earlier form of the language to today's words, formatted: a file without old words stays as it is. What a word
// becomes is in `engine/rules/olderForm.ts`, which releases of that time pass through too; named conditions are only in files.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { controlFor, findControl } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import {
  NoExpressionError,
  toExpression,
  upgradeLayout,
  upgradeManifest,
  upgradeSchema,
  upgradeTariff,
} from "#engine/rules/olderForm.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { formatJson } from "./read/files/formatJson.ts";
import { jsonFiles, readContents } from "./read/files/readJson.ts";
import { writeInOneMove } from "./read/files/writeInOneMove.ts";
import { member, objects } from "./read/findings/reporting.ts";
import { TARIFF } from "./read/productReader.ts";

interface Upgrade {
  /** Files that are to be written, with their new text. */
  changes: Map<string, string>;
  /** What has to be written by hand, in files that stay as they are. */
  refusals: string[];
}

/** Returns what is to be written. Writes nothing. */
export function planUpgrade(schemasDir: string, fixturesDir: string): Upgrade {
  const upgrade: Upgrade = { changes: new Map(), refusals: [] };
  const folders = [
    ...["shared", "portal"].map((name) => join(schemasDir, name)),
    ...[join(schemasDir, "products"), join(fixturesDir, "products")],
  ];
  const byFolder = Map.groupBy(
    folders.filter(existsSync).flatMap((folder) => readContents<JsonObject>(resolve(folder))),
    ([path]) => dirname(path),
  );
  for (const files of byFolder.values()) upgradeFolder(new Map(files), upgrade);
  for (const path of ["steps", "journeys"].flatMap((folder) => jsonFiles(resolve(fixturesDir, folder)))) {
    const content = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
    change(path, content, upgradeCases(content), upgrade);
  }
  return upgrade;
}

export function applyUpgrade(changes: Upgrade["changes"]): void {
  for (const [path, text] of changes) writeInOneMove(path, text);
}

function change(path: string, before: unknown, after: unknown, { changes }: Upgrade): void {
  if (JSON.stringify(before) !== JSON.stringify(after)) changes.set(path, formatJson(JSON.stringify(after)));
}

type Definitions = Record<string, { step: string; if: Condition }>;

/** The files of one product, or shared ones. */
function upgradeFolder(files: Map<string, JsonObject>, upgrade: Upgrade): void {
  const manifest = [...files].find(([path]) => basename(path) === "product.json");
  const definitions = member(manifest?.[1], "conditions") as unknown as Definitions;
  const facts: JsonObject = {};
  const named = [...files]
    .filter(([path]) => !/\.(?:schema|ui)\.json$/.test(path))
    .map(([, content]) => JSON.stringify(content));
  for (const [name, { step, if: condition }] of Object.entries(definitions)) {
    const isNamed = named.some((text) => new RegExp(`"(?:condition|when)":"${name}"`).test(text));
    if (isNamed) facts[name] = toExpression({ properties: { [step]: condition }, required: [step] });
  }
  for (const [path, content] of files) {
    if (path === manifest?.[0]) continue;
    for (const year of findYears(content, files.get(path.replace(/\.ui\.json$/, ".schema.json")) ?? {}))
      upgrade.refusals.push(
        `${relative(process.cwd(), path)}: ${year} is a year. Give it a minimum and maximum between 1000 and 2999.`,
      );
    tryUpgrade(path, upgrade, () => change(path, content, upgradeFile(path, content, definitions, facts), upgrade));
  }
  if (!manifest) return;
  const [path, { conditions: _conditions, ...written }] = manifest;
  tryUpgrade(path, upgrade, () => {
    const content = upgradeCodes(path, written, files.get(join(dirname(path), "tariff.json")), upgrade);
    const upgraded = upgradeManifest(content);
    const all = { ...facts, ...member(upgraded, "facts") };
    change(path, manifest[1], Object.keys(all).length > 0 ? { ...upgraded, facts: all } : upgraded, upgrade);
  });
}

/** Codes were repeated in the tariff, with their order, and in the placeholders. */
function upgradeCodes(path: string, manifest: JsonObject, tariff: unknown, { refusals }: Upgrade): JsonObject {
  const { precedence, default: otherwise } = member(tariff, "product_code");
  const [codes, placeholders] = [manifest.codes, manifest.placeholder_codes].map((list) =>
    Array.isArray(list) ? list : [],
  );
  const isRepeated = placeholders!.some((code) => codes!.includes(code));
  if (otherwise === undefined && !isRepeated) return manifest;
  const order = Array.isArray(precedence) && precedence.length === codes!.length ? precedence : codes!;
  if (otherwise !== undefined && order.at(-1) !== otherwise)
    refusals.push(
      `${relative(process.cwd(), path)}: any other request gets the code ${otherwise}. List it last in codes.`,
    );
  const known = order.filter((code) => !placeholders!.includes(code));
  const members = Object.entries(manifest).map(([name, value]) => [name, name === "codes" ? known : value] as const);
  return Object.fromEntries(members.filter(([name]) => name !== "codes" || known.length > 0));
}

function tryUpgrade(path: string, { refusals }: Upgrade, run: () => void): void {
  try {
    run();
  } catch (reason) {
    if (!(reason instanceof NoExpressionError)) throw reason;
    refusals.push(
      `${relative(process.cwd(), path)}: no expression says ${reason.message}. Write this condition by hand.`,
    );
  }
}

function upgradeFile(path: string, content: JsonObject, definitions: Definitions, facts: JsonObject): unknown {
  const name = basename(path);
  if (name.endsWith(".schema.json")) return upgradeSchema(writeOut(content, definitions));
  if (name.endsWith(".ui.json")) return nameWidgets(upgradeLayout(writeOut(content, definitions)));
  if (name === "questions.json") return upgradeManifest(content);
  if (name !== "tariff.json" && !TARIFF.test(name)) return content;
  const { tariff, facts: features } = upgradeTariff(content);
  for (const [fact, value] of Object.entries(features)) facts[fact] ??= value;
  const { default: _default, precedence: _order, ...code } = member(tariff, "product_code");
  return Object.fromEntries(
    Object.entries(tariff).flatMap(([name, value]) =>
      name !== "product_code" ? [[name, value]] : Object.keys(code).length > 0 ? [[name, code]] : [],
    ),
  );
}

/** Renames `ui:field` to `ui:widget` in a layout, at every depth, and removes controls that fields have by themselves. */
function nameWidgets(layout: unknown): unknown {
  if (Array.isArray(layout)) return layout.map(nameWidgets);
  if (!isObject(layout)) return layout;
  const members = Object.entries(layout).flatMap(([name, value]) => {
    const member = name === "ui:field" ? "ui:widget" : name;
    const isOfField = member === "ui:widget" && findControl(value)?.byItself === true;
    const named = nameWidgets(value);
    const isLeftEmpty = isObject(named) && Object.keys(named).length === 0 && Object.keys(Object(value)).length > 0;
    return isOfField || isLeftEmpty ? [] : [[member, named] as const];
  });
  return Object.fromEntries(members);
}

/** The fields that a layout shows as years and whose bounds do not say so. */
function findYears(layout: JsonObject, schema: JsonObject): string[] {
  const years: string[] = [];
  visitSchema(schema as Schema, ({ schema: field, path }) => {
    const names = path.filter((name) => name !== "*");
    const { "ui:widget": named } = Object(valueAt(layout, names));
    if (named === "year" && field.type !== undefined && controlFor(field) !== "year") years.push(names.join("."));
  });
  return years;
}

/** Replaces the name of a condition by the condition: inside a step it is about the answers of that step. */
function writeOut(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((entry) => writeOut(entry, definitions));
  if (!isObject(value)) return value;
  const { condition, ...rest } = value;
  const definition = typeof condition === "string" ? definitions[condition]?.if : undefined;
  const members = Object.entries(definition ? rest : value).map(([name, entry]) => [
    name,
    writeOut(entry, definitions),
  ]);
  const written = Object.fromEntries(members) as JsonObject;
  if (!definition) return written;
  const isShared = Object.keys(definition).some((keyword) => keyword in written);
  return isShared ? { ...written, allOf: [...objects(written.allOf), definition] } : { ...written, ...definition };
}

/** Rules whose errors cases and journeys name. */
const FORMER: Record<string, string> = { featureFlag: "when", alone: "exclusive" };
const ERROR = new RegExp(`(\\["/[^"]*",)"(${Object.keys(FORMER).join("|")})"\\]`, "g");

/** Cases set facts, which were features. */
function upgradeCases(content: JsonObject): unknown {
  const text = JSON.stringify(content).replace(ERROR, (_, place, rule) => `${place}"${FORMER[rule]}"]`);
  return JSON.parse(text, (name, part) => {
    if (name !== "context" || !isObject(part) || part.features === undefined) return part;
    const { features, ...context } = part;
    return { ...context, facts: features };
  });
}
