// Reads the description of a file (its `$schema`, in schemas/meta) for one place: in words, which members it may have,
// which values. Reads only what our own descriptions use.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type JSONPath, parse } from "jsonc-parser";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { ContentText } from "./names.ts";

export interface Described {
  description?: string;
  members: { label: string; detail: string }[];
  choices: string[];
}

const NOTHING: Described = { members: [], choices: [] };
const read = new Map<string, JsonObject>();

export function describePlace(file: ContentText, base: string, path: JSONPath): Described {
  const named = /"\$schema"\s*:\s*"([^"]+)"/.exec(file.text)?.[1];
  const meta = named && readMeta(join(base, dirname(file.file), named));
  if (!meta) return NOTHING;
  const parents = path
    .slice(0, -1)
    .reduce((places: JsonObject[], segment) => places.flatMap((one) => inside(one, segment, meta)), [meta]);
  const last = path.at(-1);
  const here = last === undefined ? parents : parents.flatMap((one) => inside(one, last, meta));
  const description = here.map((one) => one.description).find((one) => typeof one === "string");
  return {
    ...(typeof description === "string" ? { description } : {}),
    members: parents.flatMap((one) => listMembers(one, meta)),
    choices: here.flatMap((one) =>
      Array.isArray(one.enum) ? one.enum.map(String) : one.type === "boolean" ? ["true", "false"] : [],
    ),
  };
}

/** Columns that a row at this place may have: a member of a member with a dot. */
export function describeColumns(file: ContentText, base: string, path: JSONPath): Described["members"] {
  return describePlace(file, base, path).members.flatMap((member) => {
    const inner = describePlace(file, base, [...path.slice(0, -1), member.label, "x"]).members;
    return inner.length === 0
      ? [member]
      : inner.map(({ label, detail }) => ({ label: `${member.label}.${label}`, detail: detail || member.detail }));
  });
}

function readMeta(path: string): JsonObject | undefined {
  const known = read.get(path);
  if (known) return known;
  try {
    const meta: unknown = parse(readFileSync(path, "utf8"));
    if (isObject(meta)) read.set(path, meta);
  } catch {
    // A file that names no description is written without help.
  }
  return read.get(path);
}

/** The description itself and what it refers to. */
function whole(place: unknown, meta: JsonObject): JsonObject[] {
  if (!isObject(place)) return [];
  const name = typeof place.$ref === "string" ? /^#\/definitions\/(.+)$/.exec(place.$ref)?.[1] : undefined;
  const referred = name !== undefined && isObject(meta.definitions) ? whole(meta.definitions[name], meta) : [];
  const several = [place.anyOf, place.oneOf, place.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [place, ...referred, ...several.flatMap((one) => whole(one, meta))];
}

function inside(place: JsonObject, segment: string | number, meta: JsonObject): JsonObject[] {
  return whole(place, meta).flatMap((one) => {
    if (typeof segment === "number") return whole(one.items, meta);
    const { properties, patternProperties, additionalProperties } = one;
    if (isObject(properties) && Object.hasOwn(properties, segment)) return whole(properties[segment], meta);
    const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const fitting = patterns.find(([pattern]) => new RegExp(pattern).test(segment));
    return whole(fitting ? fitting[1] : additionalProperties, meta);
  });
}

function listMembers(place: JsonObject, meta: JsonObject): Described["members"] {
  return whole(place, meta).flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).map(([label, about]) => ({
      label,
      detail: isObject(about) && typeof about.description === "string" ? about.description : "",
    })),
  );
}
