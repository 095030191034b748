// Follows the advice of a finding literally, as an analyst would, where it gives one instruction.
import { existsSync, rmSync } from "node:fs";
import type { Finding } from "#content/read/findings/finding.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { ContentCopy } from "./content.ts";

type Follow = (holder: JsonObject, key: string, words: string[]) => void;

const remove: Follow = (holder, key) => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
};

/** Replaces the name in a key, in a value or within a path. */
const respell: Follow = (holder, key, [wrong = "", meant = ""]) => {
  const value = holder[key];
  if (key === wrong)
    for (const [name, member] of Object.entries(holder)) {
      delete holder[name];
      holder[name === wrong ? meant : name] = member;
    }
  else if (typeof value === "string") holder[key] = value.replace(wrong, meant);
  else holder[key] = JSON.parse(JSON.stringify(value).replace(`"${wrong}"`, `"${meant}"`));
};

const ADVICE: [RegExp, Follow][] = [
  [/^(?:correct (?:its key|it|its name), or )?remove (?:it|one|one of the two)\b/, remove],
  [/^did you mean "(.+)"\?$/, respell],
  [/^write "([^"]+)"(?: in (?:double )?quotes)?$/, (holder, key, [value]) => Object.assign(holder, { [key]: value })],
  [/^write (\S+) without quotes$/, (holder, key, [value = ""]) => Object.assign(holder, { [key]: JSON.parse(value) })],
  [/^write (?:at most )?(\d+)$/, (holder, key, [value]) => Object.assign(holder, { [key]: Number(value) })],
  [/^remove "(\w+)"$/, (holder, key, [name = ""]) => delete (key === name ? holder : Object(holder[key]))[name]],
  [/^add "type": "(\w+)" beside it$/, (holder, key, [type]) => Object.assign(holder[key] as JsonObject, { type })],
  [/^add "(\w+)": true$/, (holder, key, [name = ""]) => Object.assign(holder[key] as JsonObject, { [name]: true })],
];

const findAdvice = (hint: string) => ADVICE.find(([pattern]) => pattern.test(hint));

/** Returns the advice without its names, or undefined where it leaves a choice. */
export const adviceForm = (hint: string): string | undefined =>
  findAdvice(hint) && hint.replace(/"[^"]*"/g, '"…"').replace(/\d[\d.,]*/g, "…");

export function follow({ file, place, sentence, hint }: Finding, copy: ContentCopy): void {
  const [pattern, change] = findAdvice(hint) ?? [];
  if (!pattern || !change) throw new Error(`No way to follow "${hint}"`);
  if (place === "") {
    rmSync(copy.path(file));
    return;
  }
  const quoted = /"([^"]+)"/.exec(sentence)?.[1] ?? "";
  const segments = wholeEntry(pointerSegments(place), hint);
  const words =
    change === respell
      ? [misspelt(segments, file, quoted), ...pattern.exec(hint)!.slice(1)]
      : pattern.exec(hint)!.slice(1);
  for (const path of filesOf(file).filter((name) => existsSync(copy.path(name)))) {
    copy.change(path, (content) => {
      const holder = segments.slice(0, -1).reduce<JsonObject>((inside, key) => Object(inside[key]), content);
      if (Object.hasOwn(holder, segments.at(-1)!)) change(holder, segments.at(-1)!, words);
    });
  }
}

/** Of two entries that are alike one is removed, not what makes them alike. */
function wholeEntry(segments: string[], hint: string): string[] {
  const entry = segments.findLastIndex((segment) => /^\d+$/.test(segment));
  return hint === "remove one of the two" && entry >= 0 ? segments.slice(0, entry + 1) : segments;
}

/** Of a text the key, of which the sentence names another. */
const misspelt = (segments: readonly string[], file: string, quoted: string): string =>
  /(?:texts|words)\.\w\w\.json$/.test(file) ? segments[0]! : quoted;

/** Texts are changed in every language. */
const filesOf = (file: string): string[] =>
  /texts\.\w\w\.json$/.test(file)
    ? LANGUAGES.map((language) => file.replace(/\.\w\w\.json$/, `.${language}.json`))
    : [file];
