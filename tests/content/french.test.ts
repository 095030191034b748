// How French is set, in every file of texts: a space that does not break before a tall mark and inside quotation marks, the round
// apostrophe, and no word that elides before what only the data knows ("de Atelier" for "d’Atelier").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const files = globSync(["src/**/fr.json", "schemas/**/*.fr.json"], { cwd: root });

function listTexts(node: unknown, key: string): [key: string, text: string][] {
  if (typeof node === "string") return [[key, node]];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => listTexts(below, key ? `${key}.${name}` : name));
}

/** Words of an ICU text are between its braces too; `'{'` is how one is written. */
const faults = {
  "no space that holds before : ; ? ! » %": /[^\u00a0](?=[;?!»%]|:(?!\/))/u,
  "no space that holds after «": /«(?!\u00a0)/u,
  "a straight apostrophe": /\p{L}'\p{L}/u,
  "a word that elides before a name": /(?<![\p{L}’])(?:de|que|le|la|si) \{(?:company|names?|description)\}/iu,
};

test.each(files)("%s", (file) => {
  const texts = listTexts(JSON.parse(readFileSync(join(root, file), "utf8")), "");
  const found = texts.flatMap(([key, text]) =>
    Object.entries(faults).flatMap(([fault, pattern]) => (pattern.test(text) ? [`${key}: ${fault}: ${text}`] : [])),
  );
  expect(found).toEqual([]);
});

test("there are texts to look at", () => expect(files.length).toBeGreaterThan(5));
