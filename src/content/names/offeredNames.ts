// Writes what authors are offered from the tables of controls and notations: the names that editors offer (schemas/meta), and both
// tables in schemas/reference.md. `npm run offered-names`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Control, controls } from "#engine/fields/controls.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import { loadNotations, notations, writeNotation } from "#engine/values/notations.ts";
import { wordFor } from "../read/findings/answerKinds.ts";

await loadNotations();
const folder = join(import.meta.dirname, "../../../schemas");
const CONTROLS = /(?<=\n\| Control \|.*\n\|---\|---\|\n)(?:\|.*\n)+/;
const NOTATIONS = /(?<=\n\| Notation \|.*\n\|---\|---\|---\|\n)(?:\|.*\n)+/;

/** The controls that a layout may name. */
const NAMED = Object.fromEntries(Object.entries<Control>(controls).filter(([, { byItself }]) => !byItself));

interface WrittenFile {
  file: string;
  now: string;
  right: string;
}

/** The files as they are and as the tables require. */
export const findOffered = (): WrittenFile[] => [
  rewrite("meta/ui.schema.json", (text) => offer(text, ["definitions", "control"], NAMED)),
  rewrite("meta/step.schema.json", (text) => offer(text, ["definitions", "rule", "properties", "format"], notations)),
  rewrite("reference.md", (text) => text.replace(CONTROLS, describeControls()).replace(NOTATIONS, describeNotations())),
];

function rewrite(name: string, write: (text: string) => string): WrittenFile {
  const file = join(folder, name);
  const now = readFileSync(file, "utf8");
  return { file, now, right: write(now) };
}

function offer(text: string, path: string[], names: object): string {
  const meta = JSON.parse(text) as JsonObject;
  const parent = path.reduce((part, name) => part[name] as JsonObject, meta);
  parent.enum = Object.keys(names);
  return `${JSON.stringify(meta, null, 2)}\n`;
}

/** A line for each, with a value as it is stored and as people read it. */
const describeNotations = (): string =>
  Object.entries(notations)
    .map(([name, { example }]) => `| \`${name}\` | ${example} | ${writeNotation(name, example, DEFAULT_LANGUAGE)} |\n`)
    .join("");

/** A line for each kind of field, with the controls that a layout may name for it. */
function describeControls(): string {
  const lines = Map.groupBy(Object.entries(NAMED), ([name, control]) => describeField(name, control));
  return [...lines]
    .map(([field, named]) => `| ${named.map(([name]) => `\`${name}\``).join(" ")} | ${field} |\n`)
    .join("");
}

function describeField(name: string, { types, choices, offIsNo }: Control): string {
  if (name === "hidden") return "anything; it is not shown";
  if (choices) return "a choice: `enum`, or `enumFrom` a list";
  const field = types.map(wordFor).join(" or ");
  return offIsNo ? `${field}, no until it is changed: not for a required field without \`default\`` : field;
}

if (import.meta.main) for (const { file, right } of findOffered()) writeFileSync(file, right);
