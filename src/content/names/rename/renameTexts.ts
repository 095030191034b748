// The texts of a field that gets another name. A text that only this field uses is renamed with it. One that others use
// stays, and the product gets its own copy where the field's text would otherwise change. So nothing on the screen
// changes.
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { formatCount } from "../../read/findings/finding.ts";
import { leadsTo } from "../contentIndex.ts";
import { type ContentText, type Name, textPath, valueAt } from "../names.ts";
import { type KeptWords, keepWords, type Texts } from "./keepWords.ts";

export interface Rename {
  product: string;
  step: string;
  /** Inside others the names that lead to it, with `*` for the records of a list and the rows of a table. */
  field: string;
  /** The new name alone. */
  to: string;
}

interface TextEdit {
  file: string;
  offset: number;
  length: number;
  content: string;
}

/** Members that come to a file or leave it, after its edits. */
export interface Members {
  said: string;
  apply(text: string): string;
}

interface TextsPlan {
  edits: TextEdit[];
  members: Map<string, Members>;
  notes: string[];
}

interface Level {
  files: ContentText[];
  texts: Texts;
}

const SHARED_FORMS = "wizard.field";

/** The texts of a field by convention. Code uses other texts by their whole key. */
const SAID = /^(?:label|help|placeholder|tooltip|link|unit|item|option\..+)$/;

/** `code`: the source of the portal, where texts are asked for by their whole key. */
export function planTexts(
  files: readonly ContentText[],
  names: readonly Name[],
  rename: Rename,
  code: string,
): TextsPlan {
  const { product, step, field, to } = rename;
  const level = readLevel(files, `/products/${product}/texts.`);
  const shared = readLevel(files, "schemas/shared/texts.");
  const prefix = findPrefix(files, product, step);
  const sharedPrefixes = [...(prefix ? [prefix] : []), SHARED_FORMS];
  const fields = names.filter(({ kind, file }) => kind === "field" && !file.endsWith("/handover.json"));
  const isOwn = (name: Name) => name.product === product && name.step === step && isWithin(field, name.name);
  const others = groupByBase(fields.filter((name) => !isOwn(name)));
  const inProduct = (other: Name) => other.product === product;
  const inStep = (other: Name) => inProduct(other) && other.step === step;
  const asksFor = (each: string) => (other: Name) =>
    each === SHARED_FORMS || findPrefix(files, other.product ?? "", other.step ?? "") === each;
  const isUsed = createUse(files, { product, others, texts: [level.texts, shared.texts] });
  const bases = listBases(field);
  const moves = (texts: Texts, prefixes: readonly (readonly [string, (other: Name) => boolean])[]) =>
    bases.flatMap((base) => moveKeys(texts, base, to, { prefixes, isUsed }));
  const inCode = (each: string) => bases.some((base) => code.includes(`${each}.${base}.`));
  const moved = new Map([
    ...moves(level.texts, [
      [step, inStep],
      ["field", inProduct],
    ]),
    ...moves(
      shared.texts,
      sharedPrefixes.filter((each) => !inCode(each)).map((each) => [each, asksFor(each)] as const),
    ),
  ]);
  const source = { step, ...(prefix ? { prefix } : {}) };
  const nextShared = afterMoves(shared.texts, moved);
  const change: KeptWords = { removed: [], added: new Map(), shown: [] };
  for (const path of new Set(fields.filter((name) => isOwn(name) && name.defines).map(({ name }) => name))) {
    const [earlier, later] = [textPath(path), textPath(renameInside(path, field, to))];
    const [before, after] = [textKeys(source, earlier), textKeys(source, later)];
    const whole = later.join(".");
    const ownKeys = [step, "field"].flatMap((each) => listBases(whole).map((base) => `${each}.${base}`));
    keepWords(change, {
      name: whole,
      earlier: earlier.join("."),
      kinds: findKinds([...level.texts.keys(), ...shared.texts.keys()], [...before, ...after]),
      own: afterMoves(level.texts, moved),
      moved: new Set(moved.values()),
      keys: (kind) => ownKeys.map((key) => `${key}.${kind}`),
      newKey: (kind) => `${others.get(whole)?.some(inProduct) ? step : "field"}.${whole}.${kind}`,
      before: (kind) => findText(before, kind, [level.texts, shared.texts]),
      after: (texts) => (kind) => findText(after, kind, [texts, nextShared]),
    });
  }
  const notes = change.shown.map(
    ({ kind, text, name, earlier }) =>
      `The texts have a ${kind} for "${name}" that "${earlier}" had not: "${text}". It shows now.`,
  );
  return {
    edits: renameKeys(names, moved, rename, [level, shared]),
    members: planMembers(level, change.removed, change.added),
    notes,
  };
}

type Asks = (other: Name) => boolean;
type IsUsed = (key: string, start: string, asks: Asks) => boolean;

interface Use {
  product: string;
  /** By the names that their texts may begin with. */
  others: ReadonlyMap<string, readonly Name[]>;
  texts: readonly Texts[];
}

/** Returns whether other fields show a text. Of other products their own texts are not read: they count by their names. */
function createUse(files: readonly ContentText[], { product, others, texts }: Use): IsUsed {
  const isShown = (other: Name, key: string, kind: string) => {
    if (!SAID.test(kind)) return !kind.includes(".");
    if (other.product !== product) return true;
    const prefix = findPrefix(files, product, other.step ?? "");
    const source = { step: other.step ?? "", ...(prefix ? { prefix } : {}) };
    const keys = textKeys(source, textPath(other.name)).map((each) => `${each}.${kind}`);
    return keys.find((each) => texts.some((some) => some.has(each))) === key;
  };
  return (key, start, asks) => {
    const rest = key.slice(start.length + 1).split(".");
    return rest.some((_, index) => {
      const named = others.get(rest.slice(0, index).join(".")) ?? [];
      return named.some((other) => asks(other) && isShown(other, key, rest.slice(index).join(".")));
    });
  };
}

function findText(keys: readonly string[], kind: string, texts: readonly Texts[]): string[] | undefined {
  const found = keys.flatMap((key) => texts.map((some) => some.get(`${key}.${kind}`)));
  return found.find((text) => text !== undefined);
}

/** The names that texts of a field begin with, by convention: all that lead to it, and its own alone. */
const listBases = (field: string): string[] => {
  const path = textPath(field);
  return [...new Set([path.join("."), path.at(-1) ?? ""])];
};

const renameLast = (path: string, to: string): string => [...path.split(".").slice(0, -1), to].join(".");

/** Fields by the names that their texts may begin with. Data names entries and rows by their codes: the definition is enough. */
function groupByBase(fields: readonly Name[]): ReadonlyMap<string, readonly Name[]> {
  const named = fields.filter(({ name }) => name.includes("*") || name.split(".").length <= 2);
  const based = named.flatMap((name) => listBases(name.name).map((base) => [base, name] as const));
  const groups = Map.groupBy(based, ([base]) => base);
  return new Map([...groups].map(([base, members]) => [base, members.map(([, name]) => name)]));
}

/** The path of a field with the new name of this one around it. */
const renameInside = (path: string, field: string, to: string): string =>
  renameLast(field, to) + path.slice(field.length);

/** Whether a name is this field or one inside it. */
const isWithin = (field: string, name: string): boolean =>
  name.split(".").some((_, index, path) => leadsTo(field, path.slice(0, index + 1).join(".")));

/** The place of a form's own shared texts. */
function findPrefix(files: readonly ContentText[], product: string, step: string): string | undefined {
  const layout = files.find(({ file }) => file.endsWith(`${product}/${step}.ui.json`));
  const prefix = layout && valueAt(JSON.parse(layout.text), "/ui:options/texts");
  return typeof prefix === "string" ? prefix : undefined;
}

function readLevel(files: readonly ContentText[], start: string): Level {
  const read = files.filter(({ file }) => file.includes(start));
  const contents = read.map(({ text }) => JSON.parse(text) as Record<string, string>);
  const keys = Object.keys(contents[0] ?? {});
  return { files: read, texts: new Map(keys.map((key) => [key, contents.map((texts) => texts[key] ?? "")])) };
}

/** Old key to new key. A key that is taken, or whose text another field shows, moves nothing. */
const moveKeys = (
  texts: Texts,
  base: string,
  to: string,
  { prefixes, isUsed }: { prefixes: readonly (readonly [string, Asks])[]; isUsed: IsUsed },
): [string, string][] =>
  [...texts.keys()].flatMap((key): [string, string][] => {
    const [prefix, asks] = prefixes.find(([each]) => key.startsWith(`${each}.${base}.`)) ?? [];
    if (prefix === undefined || !asks || isUsed(key, prefix, asks)) return [];
    const renamed = `${prefix}.${renameLast(base, to)}${key.slice(prefix.length + 1 + base.length)}`;
    return texts.has(renamed) ? [] : [[key, renamed]];
  });

const afterMoves = (texts: Texts, moved: ReadonlyMap<string, string>): Texts =>
  new Map([...texts].map(([key, text]) => [moved.get(key) ?? key, text]));

function findKinds(keys: readonly string[], starts: readonly string[]): string[] {
  const kinds = keys.flatMap((key) =>
    starts.filter((start) => key.startsWith(`${start}.`)).map((start) => key.slice(start.length + 1)),
  );
  return [...new Set(kinds)].filter((kind) => SAID.test(kind));
}

/** Where a renamed key, or a part of it that several share, is written. */
function renameKeys(
  names: readonly Name[],
  moved: ReadonlyMap<string, string>,
  { product }: Rename,
  levels: readonly Level[],
): TextEdit[] {
  const files = new Set(levels.flatMap((level) => level.files.map(({ file }) => file)));
  return names.flatMap(({ kind, name, file, offset, length, product: owner }) => {
    if (kind !== "text" || (!files.has(file) && owner !== product)) return [];
    const renamed = [...moved].flatMap(([key, to]) => {
      const rest = key.slice(name.length);
      const isPart = key === name || (key.startsWith(`${name}.`) && to.endsWith(rest));
      return isPart ? [to.slice(0, to.length - rest.length)] : [];
    });
    const content = moved.get(name) ?? renamed.find((each) => each !== name);
    return content ? [{ file, offset, length, content }] : [];
  });
}

function planMembers(level: Level, removed: readonly string[], added: Texts): Map<string, Members> {
  if (removed.length === 0 && added.size === 0) return new Map();
  const messages = [
    added.size > 0 ? `${formatCount(added.size, "text")} of its own added, because other forms use the shared one` : "",
    removed.length > 0 ? `${formatCount(removed.length, "text")} removed, because the shared one says the same` : "",
  ];
  return new Map(
    level.files.map(({ file }, language) => [
      file,
      {
        said: messages.filter(Boolean).join(", "),
        apply(text) {
          const without = removed.reduce((left, key) => change(left, [key], undefined), text);
          return [...added].reduce((more, [key, texts]) => change(more, [key], texts[language]), without);
        },
      },
    ]),
  );
}

export function change(text: string, path: JSONPath, value: unknown): string {
  const tabSize = /^( +)"/m.exec(text)?.[1]?.length ?? 2;
  return applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize, eol: "\n" } }));
}
