// Reads the description of a file (its `$schema`, in schemas/meta) for one place: in words, which members it may have,
// which values. Reads only what our own descriptions use.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type JSONPath, parse } from "jsonc-parser";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { ContentText } from "./names.ts";

export interface PlaceDescription {
  description?: string;
  members: { label: string; detail: string }[];
  choices: string[];
}

const NOTHING: PlaceDescription = { members: [], choices: [] };
const read = new Map<string, JsonObject>();

export function describePlace(file: ContentText, base: string, path: JSONPath): PlaceDescription {
  const named = /"\$schema"\s*:\s*"([^"]+)"/.exec(file.text)?.[1];
  const meta = named && readMeta(join(base, dirname(file.file), named));
  if (!meta) return NOTHING;
  const parents = path
    .slice(0, -1)
    .reduce((places: JsonObject[], segment) => places.flatMap((node) => inside(node, segment, meta)), [meta]);
  const last = path.at(-1);
  const here = last === undefined ? parents : parents.flatMap((node) => inside(node, last, meta));
  const description = here.map((node) => node.description).find((text) => typeof text === "string");
  return {
    ...(typeof description === "string" ? { description } : {}),
    members: parents.flatMap((node) => listMembers(node, meta)),
    choices: here.flatMap((node) =>
      Array.isArray(node.enum) ? node.enum.map(String) : node.type === "boolean" ? ["true", "false"] : [],
    ),
  };
}

/** Columns that a row at this place may have: a member of a member with a dot. */
export function describeColumns(file: ContentText, base: string, path: JSONPath): PlaceDescription["members"] {
  return describePlace(file, base, path).members.flatMap((member) => {
    const inner = describePlace(file, base, [...path.slice(0, -1), member.label, "x"]).members;
    return inner.length === 0
      ? [member]
      : inner.map(({ label, detail }) => ({ label: `${member.label}.${label}`, detail: detail || member.detail }));
  });
}

function readMeta(path: string): JsonObject | undefined {
  const cached = read.get(path);
  if (cached) return cached;
  try {
    const meta: unknown = parse(readFileSync(path, "utf8").replaceAll(`"${EXPRESSIONS}#`, '"#'));
    const expressions: unknown = parse(readFileSync(join(dirname(path), EXPRESSIONS), "utf8"));
    if (isObject(meta)) read.set(path, withDefinitions(meta, expressions));
  } catch {
    // A file that names no description is written without help.
  }
  return read.get(path);
}

/** What descriptions share, as if it were written in each. */
const EXPRESSIONS = "expression.schema.json";
const withDefinitions = (meta: JsonObject, shared: unknown): JsonObject => ({
  ...meta,
  definitions: { ...Object(meta.definitions), ...Object(Object(shared).definitions) },
});

/** The description itself and what it refers to. */
function whole(node: unknown, meta: JsonObject): JsonObject[] {
  if (!isObject(node)) return [];
  const name = typeof node.$ref === "string" ? /^#\/definitions\/(.+)$/.exec(node.$ref)?.[1] : undefined;
  const referred = name !== undefined && isObject(meta.definitions) ? whole(meta.definitions[name], meta) : [];
  const several = [node.anyOf, node.oneOf, node.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [node, ...referred, ...several.flatMap((variant) => whole(variant, meta))];
}

function inside(node: JsonObject, segment: string | number, meta: JsonObject): JsonObject[] {
  return whole(node, meta).flatMap((variant) => {
    if (typeof segment === "number") return whole(variant.items, meta);
    const { properties, patternProperties, additionalProperties } = variant;
    if (isObject(properties) && Object.hasOwn(properties, segment)) return whole(properties[segment], meta);
    const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const fitting = patterns.find(([pattern]) => new RegExp(pattern).test(segment));
    return whole(fitting ? fitting[1] : additionalProperties, meta);
  });
}

function listMembers(node: JsonObject, meta: JsonObject): PlaceDescription["members"] {
  return whole(node, meta).flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).map(([label, about]) => ({
      label,
      detail: isObject(about) && typeof about.description === "string" ? about.description : "",
    })),
  );
}
