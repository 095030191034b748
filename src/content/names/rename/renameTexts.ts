// The texts of a field that gets another name. A text of the product that only this field shows is renamed with it. Any other
// text stays, and the product gets a copy under the new name, so that nothing on the screen changes.
import { basename } from "node:path";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { editJson } from "../../read/files/formatJson.ts";
import { formatCount } from "../../read/findings/finding.ts";
import { leadsTo } from "../contentIndex.ts";
import { type ContentText, type Name, readPointer, textPath } from "../names.ts";
import { type Members, type Rename, renameBeside, renameIn, wordsIn } from "./renameWords.ts";

interface TextsPlan {
  edits: { file: string; offset: number; length: number; content: string }[];
  members: Map<string, Members>;
  notes: string[];
}

/** By key, one text for each language. */
type Texts = Map<string, string[]>;

/** The texts of a field by convention. Code uses other texts by their whole key. */
const KINDS = /^(?:label|help|placeholder|tooltip|link|unit|item|record|add|option\..+)$/;

export function planTexts(files: readonly ContentText[], names: readonly Name[], rename: Rename): TextsPlan {
  const own = files.filter(({ file }) => file.includes(`/products/${rename.product}/texts.`));
  const ofProduct = names.filter((name) => name.product === rename.product);
  const written = readTexts(own);
  const schemas = files.filter(
    ({ file }) => file.includes(`/products/${rename.product}/`) && file.endsWith(".schema.json"),
  );
  const words = schemas.flatMap(wordsIn);
  const texts = new TextRename(files, ofProduct, rename, new Map([...written, ...words]));
  const { moved, added, notes } = texts;
  const removed = texts.removed.filter((key) => [...moved].some(([from, to]) => to === key && written.has(from)));
  const members = planMembers(own, { removed, added, titles: renameInTitles(written, rename) });
  const rules = schemas.find(({ file }) => basename(file) === `${rename.step}.schema.json`);
  return { edits: renameKeys(ofProduct, moved), members: new Map([...members, ...renameBeside(rules, rename)]), notes };
}

/** The keys of the product's texts that no other field shows. */
export function findOwnTexts(
  files: readonly ContentText[],
  names: readonly Name[],
  { product, step, field }: Omit<Rename, "to">,
): string[] {
  const own = files.filter(({ file }) => file.includes(`/products/${product}/texts.`));
  const ofProduct = names.filter((name) => name.product === product);
  return [...new TextRename(files, ofProduct, { product, step, field, to: "_" }, readTexts(own)).moved.keys()];
}

/** The titles of records that contain the answer, by their keys. */
function renameInTitles(own: Texts, { step, field, to }: Rename): Texts {
  const [list = "", name = ""] = field.split(".*.");
  const keys = [step, "field"].flatMap((start) => listBases(list).map((base) => `${start}.${base}.record`));
  const titles = name === "" ? [] : keys.flatMap((key) => (own.has(key) ? [[key, own.get(key)!] as const] : []));
  return new Map(titles.map(([key, texts]) => [key, texts.map((text) => renameIn(text, name, to))]));
}

class TextRename {
  /** Own keys that the rename changes. */
  readonly moved: ReadonlyMap<string, string>;
  readonly removed: string[] = [];
  readonly added: Texts = new Map();
  readonly notes: string[] = [];
  readonly #rename: Rename;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #own: Texts;
  /** Own texts under their new keys. */
  readonly #next: Texts;
  readonly #shared: Texts;
  /** Addresses of the product's other fields. */
  readonly #others: ReadonlySet<string>;

  constructor(files: readonly ContentText[], names: readonly Name[], rename: Rename, own: Texts) {
    this.#rename = rename;
    this.#own = own;
    this.#shared = readTexts(files.filter(({ file }) => file.includes("schemas/shared/texts.")));
    this.#prefixes = readPrefixes(files, rename.product);
    const fields = names.filter(({ kind, file }) => kind === "field" && !file.endsWith("/handover.json"));
    const isInside = (name: Name) => name.step === rename.step && isWithin(rename.field, name.name);
    this.#others = new Set(fields.filter((name) => !isInside(name)).map(({ step, name }) => `${step}.${name}`));
    this.moved = this.#move();
    this.#next = new Map([...own].map(([key, text]) => [this.moved.get(key) ?? key, text]));
    for (const path of new Set(fields.filter((name) => isInside(name) && name.defines).map(({ name }) => name)))
      this.#keepTexts(path);
  }

  /** The keys that the convention tries for a field. */
  #keys(step: string, path: readonly string[]): string[] {
    const prefix = this.#prefixes.get(step);
    return textKeys({ step, ...(prefix === undefined ? {} : { prefix }) }, path);
  }

  #find(keys: readonly string[], kind: string, own: Texts): string[] | undefined {
    const texts = keys.flatMap((key) => [own, this.#shared].map((some) => some.get(`${key}.${kind}`)));
    return texts.find((text) => text !== undefined);
  }

  /** Old key to new key. A key that is taken, or whose text another field shows, stays. */
  #move(): Map<string, string> {
    const { step, field, to } = this.#rename;
    const others = [...this.#others].map((address) => {
      const [other = "", ...path] = address.split(".");
      return this.#keys(other, textPath(path.join(".")));
    });
    const moved = new Map<string, string>();
    for (const base of listBases(field))
      for (const key of this.#own.keys()) {
        const start = [step, "field"].map((each) => `${each}.${base}`).find((each) => key.startsWith(`${each}.`));
        const renamed = start && renameLast(start, to) + key.slice(start.length);
        if (renamed && !this.#own.has(renamed) && !others.some((keys) => this.#isShown(keys, key)))
          moved.set(key, renamed);
      }
    return moved;
  }

  /** Whether a field with these keys shows the text. */
  #isShown(keys: readonly string[], key: string): boolean {
    const start = keys.find((each) => key.startsWith(`${each}.`) && KINDS.test(key.slice(each.length + 1)));
    if (start === undefined) return false;
    const kind = key.slice(start.length + 1);
    return keys.find((each) => this.#own.has(`${each}.${kind}`) || this.#shared.has(`${each}.${kind}`)) === start;
  }

  /** Adds and removes texts so that a field keeps its texts under the new name. */
  #keepTexts(field: string): void {
    const { step, field: renamed, to } = this.#rename;
    const [earlier, later] = [textPath(field), textPath(renameLast(renamed, to) + field.slice(renamed.length))];
    const [before, after] = [this.#keys(step, earlier), this.#keys(step, later)];
    const name = later.join(".");
    for (const kind of findKinds([...this.#own.keys(), ...this.#shared.keys()], [...before, ...after])) {
      const wanted = this.#find(before, kind, this.#own);
      this.#removeRepeated(name, kind, (texts) => isSame(wanted, this.#find(after, kind, texts)));
      const shown = this.#find(after, kind, this.#without(this.removed));
      if (isSame(wanted, shown)) continue;
      const isTaken = [...this.#others].some((address) => textPath(address.replace(/^[^.]*\./, "")).join(".") === name);
      if (wanted) this.added.set(`${isTaken ? step : "field"}.${name}.${kind}`, wanted);
      else
        this.notes.push(
          `The texts have a ${kind} for "${name}" that "${earlier.join(".")}" had not: "${shown?.[0]}". It shows now.`,
        );
    }
  }

  /** Removes a renamed text where all products share one that says the same. */
  #removeRepeated(name: string, kind: string, isKept: (own: Texts) => boolean): void {
    const isRenamed = new Set(this.moved.values());
    const keys = [this.#rename.step, "field"].flatMap((start) =>
      listBases(name).map((base) => `${start}.${base}.${kind}`),
    );
    for (const key of keys.filter((each) => isRenamed.has(each))) {
      // A text of the last name alone may be of another field: it may be the same by chance.
      const others = [...this.#without([...this.removed, key])].filter(([other]) => other.endsWith(`.${name}.${kind}`));
      if (isKept(new Map(others))) this.removed.push(key);
    }
  }

  #without = (keys: readonly string[]): Texts => new Map([...this.#next].filter(([key]) => !keys.includes(key)));
}

const isSame = (left: string[] | undefined, right: string[] | undefined) => left?.join("\0") === right?.join("\0");

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
  return new Map(Object.keys(contents[0] ?? {}).map((key) => [key, contents.map((texts) => texts[key] ?? "")]));
}

function findKinds(keys: readonly string[], starts: readonly string[]): string[] {
  const kinds = keys.flatMap((key) =>
    starts.filter((start) => key.startsWith(`${start}.`)).map((start) => key.slice(start.length + 1)),
  );
  return [...new Set(kinds)].filter((kind) => KINDS.test(kind));
}

/** Where a renamed key, or a part of it that several share, is written. */
function renameKeys(names: readonly Name[], moved: ReadonlyMap<string, string>): TextsPlan["edits"] {
  const edits: TextsPlan["edits"] = [];
  for (const { kind, name, file, offset, length } of names) {
    if (kind !== "text") continue;
    const renamed = [...moved].flatMap(([key, to]) => {
      const rest = key.slice(name.length);
      const isPart = key === name || (key.startsWith(`${name}.`) && to.endsWith(rest));
      return isPart ? [to.slice(0, to.length - rest.length)] : [];
    });
    const content = moved.get(name) ?? renamed.find((each) => each !== name);
    if (content) edits.push({ file, offset, length, content });
  }
  return edits;
}

interface TextChanges {
  removed: readonly string[];
  added: Texts;
  titles: Texts;
}

function planMembers(files: readonly ContentText[], { removed, added, titles }: TextChanges): Map<string, Members> {
  const written = [...titles, ...added];
  if (removed.length === 0 && written.length === 0) return new Map();
  const said = [
    titles.size > 0 ? `${formatCount(titles.size, "title")} of records changed` : "",
    added.size > 0 ? `${formatCount(added.size, "text")} of its own added, because other forms use the shared one` : "",
    removed.length > 0 ? `${formatCount(removed.length, "text")} removed, because the shared one says the same` : "",
  ];
  const apply = (text: string, language: number) => {
    const without = removed.reduce((left, key) => editJson(left, [key], undefined), text);
    return written.reduce((more, [key, texts]) => editJson(more, [key], texts[language]), without);
  };
  const members = (language: number) => ({
    said: said.filter(Boolean).join(", "),
    apply: (text: string) => apply(text, language),
  });
  return new Map(files.map(({ file }, language) => [file, members(language)]));
}
