// The texts of a field that gets another name. A text of the product that only this field shows is renamed with it. Any other
// text stays, and the product gets a copy under the new name, so that nothing on the screen changes.
import { basename } from "node:path";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { editJson } from "../../read/files/formatJson.ts";
import { formatCount } from "../../read/findings/finding.ts";
import { t } from "../../read/findings/translate.ts";
import { leadsTo } from "../contentIndex.ts";
import { type ContentText, type Name, readPointer, textPath } from "../names.ts";
import { type Members, type Rename, renameBeside, renameIn, splitRecord, wordsIn } from "./renameWords.ts";

interface TextsPlan {
  edits: { file: string; offset: number; length: number; content: string }[];
  members: Map<string, Members>;
  notes: string[];
}

/** Names of fields for other systems. */
const HANDOVER = /\/handover\.json$/;

/** By key the text in each language, as one JSON text. */
type Texts = ReadonlyMap<string, string>;

/** The texts of a field by convention. Code uses other texts by their whole key. */
const KINDS = /^(?:label|help|placeholder|tooltip|link|unit|item|record|add|option\..+)$/;

/** What a product shows, and which of it is about the field that gets another name. */
interface ShownTexts {
  /** Of the product, also beside its fields. */
  own: Texts;
  all: Texts;
  /** The addresses of the field and of those inside it, and of all other fields. */
  inside: readonly string[];
  others: readonly string[];
  /** The keys that the convention tries for a field. */
  keysOf(address: string): string[];
}

export function planTexts(files: readonly ContentText[], names: readonly Name[], rename: Rename): TextsPlan {
  const own = ownFiles(files, rename.product);
  const written = readTexts(own);
  const schemas = files.filter(
    ({ file }) => file.includes(`/products/${rename.product}/`) && file.endsWith(".schema.json"),
  );
  const words = schemas.flatMap(wordsIn).map(([key, texts]) => [key, JSON.stringify(texts)] as const);
  const texts = readShown(files, names, rename, new Map([...written, ...words]));
  const moved = findMoved(texts, rename);
  const { added, removed, notes } = keepTexts(texts, rename, moved, written);
  const members = planMembers(own, removed, added, renameInTitles(written, rename));
  const rules = schemas.find(({ file }) => basename(file) === `${rename.step}.schema.json`);
  const edits = renameKeys(names, rename.product, moved);
  return { edits, members: new Map([...members, ...renameBeside(rules, rename)]), notes };
}

/** The keys of the product's texts that no other field shows. */
export function findOwnTexts(
  files: readonly ContentText[],
  names: readonly Name[],
  address: Omit<Rename, "to">,
): string[] {
  const rename = { ...address, to: "_" };
  return [...findMoved(readShown(files, names, rename, readTexts(ownFiles(files, address.product))), rename).keys()];
}

const ownFiles = (files: readonly ContentText[], product: string): ContentText[] =>
  files.filter(({ file }) => file.includes(`/products/${product}/texts.`));

function readShown(
  files: readonly ContentText[],
  names: readonly Name[],
  { product, step, field }: Rename,
  own: Texts,
): ShownTexts {
  const prefixes = readPrefixes(files, product);
  const fields = names.filter((name) => name.product === product && name.kind === "field" && !HANDOVER.test(name.file));
  const [inside = [], others = []] = [true, false].map((isWanted) => {
    const isHere = (name: Name) => name.step === step && isWithin(field, name.name);
    const found = fields.filter((name) => isHere(name) === isWanted && (!isWanted || name.defines));
    return [...new Set(found.map((name) => `${name.step}.${name.name}`))];
  });
  const shared = readTexts(files.filter(({ file }) => file.includes("schemas/shared/texts.")));
  const keysOf = (address: string) => {
    const [other = "", ...path] = address.split(".");
    const prefix = prefixes.get(other);
    return textKeys({ step: other, ...(prefix === undefined ? {} : { prefix }) }, textPath(path.join(".")));
  };
  return { own, all: new Map([...shared, ...own]), inside, others, keysOf };
}

/** The key of each kind of text that a field shows. */
function showTexts(texts: Texts, starts: readonly string[]): Map<string, string> {
  const shown = starts.flatMap((start) =>
    [...texts.keys()].flatMap((key) => {
      const kind = key.startsWith(`${start}.`) ? key.slice(start.length + 1) : "";
      return KINDS.test(kind) ? [[kind, key] as const] : [];
    }),
  );
  return new Map(shown.reverse());
}

/** Old key to new key. A key that is taken, or whose text another field shows, stays. */
function findMoved({ own, all, others, keysOf }: ShownTexts, rename: Rename): Map<string, string> {
  const { step, field, to, toStep = step } = rename;
  const shownByOthers = new Set(others.flatMap((address) => [...showTexts(all, keysOf(address)).values()]));
  const starts = listBases(field).flatMap((base) => [
    [`${step}.${base}`, `${toStep}.${renameLast(base, to)}`] as const,
    [`field.${base}`, `field.${renameLast(base, to)}`] as const,
  ]);
  const moved = [...own.keys()].flatMap((key) => {
    const [start = "", next = ""] = starts.find(([each]) => key.startsWith(`${each}.`)) ?? [];
    const renamed = start && next + key.slice(start.length);
    return renamed && !own.has(renamed) && !shownByOthers.has(key) ? [[key, renamed] as const] : [];
  });
  return new Map(moved);
}

/** What to add and remove so that each field keeps its texts under the new name. A renamed text that repeats another goes. */
function keepTexts({ all, inside, others, keysOf }: ShownTexts, rename: Rename, moved: Texts, written: Texts) {
  const { step, field, to, toStep = step } = rename;
  const next = new Map([...all].map(([key, text]) => [moved.get(key) ?? key, text]));
  const isMoved = new Set([...moved].flatMap(([from, key]) => (written.has(from) ? [key] : [])));
  const [added, removed, notes] = [new Map<string, string>(), [] as string[], [] as string[]];
  const taken = new Set(others.map((address) => textPath(address).slice(1).join(".")));
  const dropRepeated = (find: () => string, ending: string) => {
    const [key, text] = [find(), next.get(find())];
    if (!isMoved.has(key)) return;
    next.delete(key);
    // A text of the last name alone may be of another field: it may be the same by chance.
    if (next.get(find()) === text && find().endsWith(ending)) removed.push(key);
    else next.set(key, text ?? "");
  };
  for (const address of inside) {
    const later = renameLast(`${toStep}.${field}`, to) + address.slice(`${step}.${field}`.length);
    const name = textPath(later).slice(1).join(".");
    const before = showTexts(all, keysOf(address));
    for (const kind of new Set([...before.keys(), ...showTexts(next, keysOf(later)).keys()])) {
      const find = () => showTexts(next, keysOf(later)).get(kind) ?? "";
      const wanted = all.get(before.get(kind) ?? "");
      if (next.get(find()) === wanted) dropRepeated(find, `.${name}.${kind}`);
      else if (wanted) added.set(`${taken.has(name) ? toStep : "field"}.${name}.${kind}`, wanted);
      else notes.push(t`A ${kind} of "${name}" shows now, which its earlier name had not: ${next.get(find())}.`);
    }
  }
  return { added, removed, notes };
}

/** The titles of records that contain the answer, by their keys. */
function renameInTitles(own: Texts, { step, field, to }: Rename): Texts {
  const [list, name] = splitRecord(field);
  const keys = [step, "field"].flatMap((start) => listBases(list).map((base) => `${start}.${base}.record`));
  const titles = list === "" ? [] : keys.flatMap((key) => (own.has(key) ? [[key, own.get(key)!] as const] : []));
  return new Map(titles.map(([key, texts]) => [key, renameIn(texts, name, to)]));
}

/** The names that texts of a field begin with, by convention: all that lead to it, and its own alone. */
const listBases = (field: string): string[] => {
  const path = textPath(field);
  return [...new Set([path.join("."), path.at(-1) ?? ""])];
};

const renameLast = (path: string, to: string): string => [...path.split(".").slice(0, -1), to].join(".");

/** Whether a name is this field or one inside it. */
export const isWithin = (field: string, name: string): boolean =>
  name.split(".").some((_, index, path) => leadsTo(field, path.slice(0, index + 1).join(".")));

/** By step, the place of a form's own shared texts. */
function readPrefixes(files: readonly ContentText[], product: string): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (const { file, text } of files) {
    if (!file.includes(`/${product}/`) || !file.endsWith(".ui.json")) continue;
    const prefix = readPointer(JSON.parse(text), "/ui:options/texts");
    if (typeof prefix === "string") prefixes.set(basename(file, ".ui.json"), prefix);
  }
  return prefixes;
}

function readTexts(files: readonly ContentText[]): Texts {
  const contents = files.map(({ text }) => JSON.parse(text) as Record<string, string>);
  const texts = (key: string) => JSON.stringify(contents.map((some) => some[key] ?? ""));
  return new Map(Object.keys(contents[0] ?? {}).map((key) => [key, texts(key)]));
}

/** Where a renamed key, or a part of it that several share, is written. */
function renameKeys(names: readonly Name[], product: string, moved: Texts): TextsPlan["edits"] {
  return names.flatMap(({ kind, name, file, offset, length, ...of }) => {
    if (kind !== "text" || of.product !== product) return [];
    const part = [...moved].find(([key, to]) => key.startsWith(`${name}.`) && !to.startsWith(`${name}.`));
    const content = moved.get(name) ?? part?.[1].slice(0, name.length - (part[0].length - part[1].length));
    return content ? [{ file, offset, length, content }] : [];
  });
}

function planMembers(files: readonly ContentText[], removed: readonly string[], added: Texts, titles: Texts) {
  const written = [...titles, ...added];
  const said = [
    titles.size > 0 ? t`${formatCount(titles.size, "title")} of records changed` : "",
    added.size > 0
      ? t`${formatCount(added.size, "text")} of its own added, because other forms use the shared one`
      : "",
    removed.length > 0 ? t`${formatCount(removed.length, "text")} removed, because the shared one says the same` : "",
  ].filter(Boolean);
  const apply = (text: string, language: number) => {
    const without = removed.reduce((left, key) => editJson(left, [key], undefined), text);
    return written.reduce((more, [key, texts]) => editJson(more, [key], JSON.parse(texts)[language]), without);
  };
  const members = files.map(({ file }, language): [string, Members] => [
    file,
    { said: said.join(", "), apply: (text) => apply(text, language) },
  ]);
  return said.length === 0 ? [] : members;
}
