// Whichever name of a product is misspelt, the check finds it, with three errors at most. Every name in every file of it can be drawn. Some
// are, with a seed that is printed (MISSPELT_SEED repeats it). MISSPELT=all makes all of them.
import { readdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { isError, describe as sentence } from "#content/read/findings/finding.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { Random } from "./support/random.ts";

const folder = "schemas/products/cyber";
const seed = Number(process.env.MISSPELT_SEED ?? Date.now() % 1_000_000);
const DRAWN = process.env.MISSPELT === "all" ? Number.POSITIVE_INFINITY : 30;

const copy = new ContentCopy("cyber", "edi").writeOut();
copy.addPortalForms();
copy.addCode();
copy.rewrite();
const before = new Set((await copy.findings()).map(({ sentence }) => sentence));
afterAll(() => copy.remove());

interface Name {
  file: string;
  path: (string | number)[];
  isKey: boolean;
  written: string;
}

/** Words for people, and names that only the systems of others know. */
const WORDS = /^(description|reference|sample|order|question_text|tooltip|list_items|refusal_yes|name|title|values)$/;
const isName = ({ file, path, isKey, written }: Name): boolean =>
  !path.some((part) => WORDS.test(String(part)) && part !== written) &&
  (isKey || /^[^ *]+$/.test(written)) &&
  !(file.endsWith("handover.json") && !isKey && path[0] === "fields") &&
  !(/texts\./.test(file) && !isKey);

function* findNames(file: string, value: unknown, path: (string | number)[] = []): Generator<Name> {
  if (typeof value === "string") yield { file, path, isKey: false, written: value };
  for (const [key, part] of Object.entries(isObject(value) || Array.isArray(value) ? value : {})) {
    const below = [...path, Array.isArray(value) ? Number(key) : key];
    if (isObject(value)) yield { file, path: below, isKey: true, written: key };
    yield* findNames(file, part, below);
  }
}

/** Its last two letters exchanged, or one more where they are the same. */
function misspell(name: string): string {
  const exchanged = name.replace(/(.)(.)$/s, "$2$1");
  return exchanged === name ? `${name}x` : exchanged;
}

/** The key in its place, so that the lines stay. */
function spoil(content: JsonObject, { path, isKey, written }: Name): void {
  const holder = path.slice(0, -1).reduce<unknown>((value, key) => Object(value)[key], content) as JsonObject;
  const last = String(path.at(-1));
  if (!isKey) holder[last] = misspell(written);
  else
    for (const [key, value] of Object.entries(holder)) {
      delete holder[key];
      holder[key === last ? misspell(key) : key] = value;
    }
}

const names = readdirSync(copy.path(folder))
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => [...findNames(`${folder}/${name}`, copy.read(`${folder}/${name}`))])
  .filter(isName);
const random = new Random(seed);
const drawn = names.filter(() => random.chance(DRAWN / names.length));

it(`has hundreds of names to misspell (MISSPELT_SEED=${seed})`, () => expect(names.length).toBeGreaterThan(500));

it.each(drawn.map((name): [string, Name] => [`${name.file} ${name.isKey ? "key " : ""}/${name.path.join("/")}`, name]))(
  `%s (MISSPELT_SEED=${seed})`,
  async (_title, name) => {
    const content = copy.read(name.file);
    copy.change(name.file, (content) => spoil(content, name));
    const findings = (await copy.findings()).filter((finding) => !before.has(finding.sentence));
    copy.write(name.file, content);
    expect(findings.length, findings.map(sentence).join("\n")).toBeGreaterThan(0);
    expect(findings.filter(isError).length, findings.map(sentence).join("\n")).toBeLessThanOrEqual(3);
  },
);
