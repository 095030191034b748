// Plans the changes of files that mend a finding, where its remedy fits what the files have. Writes nothing.
import { isDeepStrictEqual } from "node:util";
import { pointerSegments, toPointer } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { LANGUAGES, type Language, readLanguage } from "#engine/values/languages.ts";
import type { Finding, Remedy } from "./finding.ts";
import { membersOf } from "./reporting.ts";

export interface RemedyEdit {
  file: string;
  path: (string | number)[];
  was?: unknown;
  value: unknown;
  rename?: string;
  /** The value is words in this language, which an analyst must write. */
  ask?: Language;
}

type Placed = Remedy & { file: string; place: string };

/** `read` returns the content of a file, or undefined. Empty: the finding has no certain remedy. */
export function planRemedy(finding: Finding, read: (file: string) => unknown): RemedyEdit[] {
  const { file, place, remedy = [] } = finding;
  const edits = remedy.map(({ member, ...change }) =>
    planChange({ file, place: member === undefined ? place : `${place}/${member}`, ...change }, read),
  );
  return edits.every(({ length }) => length > 0) ? edits.flat() : [];
}

function planChange(change: Placed, read: (file: string) => unknown): RemedyEdit[] {
  const { file, place, kind } = change;
  if (kind === "replace" || kind === "write") {
    const edit = locate(read(file), file, place);
    if (kind === "replace") return edit ? [{ ...edit, value: change.value }] : [];
    const ask = languageOf(change);
    return edit && ask ? [{ ...edit, ask }] : [];
  }
  if (kind === "sort") return sortAround(locate(read(file), file, place), change, read(file));
  return inLanguages(change).flatMap((each) => {
    const edit = locate(read(each.file), each.file, each.place);
    if (!edit || edit.was === undefined) return [];
    return kind === "remove" ? [edit] : respell(edit, change, read(each.file));
  });
}

/** Through lists by number. Null where the content has no such part around. */
function locate(content: unknown, file: string, place: string): RemedyEdit | null {
  const path: (string | number)[] = [];
  let around: unknown;
  let value = content;
  for (const segment of pointerSegments(place)) {
    around = value;
    if (typeof around !== "object" || around === null) return null;
    path.push(Array.isArray(around) ? Number(segment) : segment);
    value = Object.hasOwn(around, segment) ? (around as Record<string, unknown>)[segment] : undefined;
  }
  return path.length === 0 ? null : { file, path, value: undefined, was: value };
}

/** The innermost list that the place is in, in the order of a member. What has none comes first. */
function sortAround(
  edit: RemedyEdit | null,
  { by, order }: { by: string; order?: readonly string[] },
  content: unknown,
) {
  const length = edit?.path.findLastIndex((segment) => typeof segment === "number") ?? -1;
  const list =
    edit && length >= 0 ? locate(content, edit.file, toPointer(edit.path.slice(0, length).map(String))) : null;
  if (!list || !Array.isArray(list.was)) return [];
  const rank = (entry: unknown) => {
    const key = (Object(entry) as Record<string, unknown>)[by];
    return order ? order.indexOf(String(key)) : (key ?? "");
  };
  const value = list.was.toSorted((left, right) => (rank(left) < rank(right) ? -1 : Number(rank(left) > rank(right))));
  return isDeepStrictEqual(value, list.was) ? [] : [{ ...list, value }];
}

/** A name is at its place as a member, or once in what is there. */
function respell({ file, path, was }: RemedyEdit, { from, to }: { from: string; to: string }, content: unknown) {
  const inside = [...membersOf({ "": was })];
  const place = path.map(String);
  const isMember = place.at(-1) === from;
  const named = isMember ? [place] : inside.filter(({ key }) => key === from).map((each) => below(place, each.place));
  const word = new RegExp(`(?<![\\w-])${from.replace(/\W/g, "\\$&")}(?![\\w-])`, "g");
  const valued = isMember ? [] : inside.filter(({ value }) => typeof value === "string" && value.search(word) >= 0);
  if (named.length + valued.length !== 1) return [];
  const [key = below(place, valued[0]?.place ?? "")] = named;
  const edit = locate(content, file, toPointer(key));
  if (!edit || from === to) return [];
  if (named.length === 0) return [{ ...edit, value: String(edit.was).replaceAll(word, to) }];
  const siblings = locate(content, file, toPointer(key.slice(0, -1)))?.was ?? content;
  return isObject(siblings) && !Object.hasOwn(siblings, to) ? [{ ...edit, rename: to }] : [];
}

const below = (place: string[], pointer: string): string[] => [...place, ...pointerSegments(pointer).slice(1)];

const OF_TEXTS = /(?<=\b(?:texts|words)\.)\w\w(?=\.json$)/;

const languageOf = ({ file, place }: Placed): Language | null =>
  readLanguage(pointerSegments(place).at(-1)) ?? readLanguage(OF_TEXTS.exec(file)?.[0]);

/** The names in a text, and its key, are the same in every language. */
function inLanguages(change: Placed): { file: string; place: string }[] {
  const { file, place, kind } = change;
  const isBeside = readLanguage(pointerSegments(place).at(-1)) !== null;
  if (!OF_TEXTS.test(file) && (!isBeside || kind === "remove")) return [{ file, place }];
  return LANGUAGES.map((language) => ({
    file: file.replace(OF_TEXTS, language),
    place: isBeside ? place.replace(/\w\w$/, language) : place,
  }));
}
