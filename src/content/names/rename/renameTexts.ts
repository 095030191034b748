// The texts of a field that gets another name. A text that only this field uses is renamed with it. One that others use
// stays, and the product gets its own copy where the field's text would otherwise change. So nothing on the screen
// changes.
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { formatCount } from "../../read/findings/finding.ts";
import { type ContentText, type Name, valueAt } from "../names.ts";

export interface Rename {
  product: string;
  step: string;
  field: string;
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

/** Texts by key, one for each language of a file. */
type Texts = Map<string, string[]>;

interface Level {
  files: ContentText[];
  texts: Texts;
}

const SHARED_FORMS = "wizard.field";

/** The texts of a field by convention. Code uses other texts by their whole key. */
const SAID = /^(?:label|help|placeholder|tooltip|link|option\..+)$/;

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
  const others = names.filter(
    ({ kind, file, ...one }) =>
      kind === "field" && !file.endsWith("/handover.json") && !(one.product === product && one.step === step),
  );
  const isUsed = (name: string, asks: (other: Name) => boolean) =>
    others.some((candidate) => candidate.name === name && asks(candidate));
  const inProduct = (other: Name) => other.product === product;
  const asksFor = (each: string) => (other: Name) =>
    each === SHARED_FORMS || findPrefix(files, other.product ?? "", other.step ?? "") === each;
  const free = sharedPrefixes.filter((each) => !code.includes(`${each}.${field}.`) && !isUsed(field, asksFor(each)));
  const moved = new Map([
    ...moves(level.texts, isUsed(field, inProduct) ? [step] : [step, "field"], rename),
    ...moves(shared.texts, free, rename),
  ]);
  const says = (name: string, ownTexts: Texts, sharedTexts: Texts) => (kind: string) =>
    [step, "field", ...sharedPrefixes]
      .map((each) => `${each}.${name}.${kind}`)
      .map((key) => ownTexts.get(key) ?? sharedTexts.get(key))
      .find((text) => text !== undefined);
  const nextShared = afterMoves(shared.texts, moved);
  const prefixes = [step, "field", ...sharedPrefixes];
  const change = keepWords({
    kinds: findKinds([...level.texts.keys(), ...shared.texts.keys()], prefixes, [field, to]),
    own: afterMoves(level.texts, moved),
    moved: new Set(moved.values()),
    keys: (kind) => [`${step}.${to}.${kind}`, `field.${to}.${kind}`],
    newKey: (kind) => `${isUsed(to, inProduct) ? step : "field"}.${to}.${kind}`,
    before: says(field, level.texts, shared.texts),
    after: (texts) => says(to, texts, nextShared),
  });
  const notes = change.shown.map(
    ({ kind, text }) => `The texts have a ${kind} for "${to}" that "${field}" had not: "${text}". It shows now.`,
  );
  return {
    edits: renameKeys(names, moved, rename, [level, shared]),
    members: planMembers(level, change.removed, change.added),
    notes,
  };
}

interface Words {
  kinds: readonly string[];
  /** The product's own texts under their new keys. */
  own: Texts;
  /** Keys that are new by this renaming. */
  moved: ReadonlySet<string>;
  /** The possible places of the field's texts in the product. */
  keys(kind: string): string[];
  newKey(kind: string): string;
  before(kind: string): string[] | undefined;
  after(texts: Texts): (kind: string) => string[] | undefined;
}

/** Texts to add or remove so that the field keeps its texts under the new name. */
function keepWords({ kinds, own, moved, keys, newKey, before, after }: Words) {
  const removed: string[] = [];
  const added: Texts = new Map();
  const shown: { kind: string; text: string }[] = [];
  for (const kind of kinds) {
    const wanted = before(kind);
    for (const key of keys(kind).filter((textKey) => moved.has(textKey))) {
      const without = new Map([...own].filter(([textKey]) => textKey !== key && !removed.includes(textKey)));
      if (isSaid(wanted, after(without)(kind))) removed.push(key);
    }
    const left = new Map([...own].filter(([textKey]) => !removed.includes(textKey)));
    const wording = after(left)(kind);
    if (isSaid(wanted, wording)) continue;
    if (wanted) added.set(newKey(kind), wanted);
    else shown.push({ kind, text: wording?.[0] ?? "" });
  }
  return { removed, added, shown };
}

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

/** Old key to new key. A key that is taken moves nothing. */
function moves(texts: Texts, prefixes: readonly string[], { field, to }: Rename): [string, string][] {
  return [...texts.keys()].flatMap((key): [string, string][] => {
    const start = prefixes.map((prefix) => `${prefix}.${field}.`).find((candidate) => key.startsWith(candidate));
    if (start === undefined) return [];
    const renamed = `${start.slice(0, -field.length - 1)}${to}.${key.slice(start.length)}`;
    return texts.has(renamed) ? [] : [[key, renamed]];
  });
}

const afterMoves = (texts: Texts, moved: ReadonlyMap<string, string>): Texts =>
  new Map([...texts].map(([key, text]) => [moved.get(key) ?? key, text]));

function findKinds(keys: readonly string[], prefixes: readonly string[], names: readonly string[]): string[] {
  const starts = prefixes.flatMap((prefix) => names.map((name) => `${prefix}.${name}.`));
  const edits = keys.flatMap((key) =>
    starts.filter((start) => key.startsWith(start)).map((start) => key.slice(start.length)),
  );
  return [...new Set(edits)].filter((kind) => SAID.test(kind));
}

const isSaid = (left: string[] | undefined, other: string[] | undefined) => left?.join("\0") === other?.join("\0");

/** Where a renamed key, or a part of it that several share, is written. */
function renameKeys(
  names: readonly Name[],
  moved: ReadonlyMap<string, string>,
  { product, field, to }: Rename,
  levels: readonly Level[],
): TextEdit[] {
  const files = new Set(levels.flatMap((level) => level.files.map(({ file }) => file)));
  return names.flatMap(({ kind, name, file, offset, length, product: owner }) => {
    if (kind !== "text" || (!files.has(file) && owner !== product)) return [];
    const key = [...moved.keys()].find(
      (other) => other === name || (other.startsWith(`${name}.`) && name.endsWith(`.${field}`)),
    );
    const renamed = key && (moved.get(name) ?? name.slice(0, -field.length) + to);
    return renamed ? [{ file, offset, length, content: renamed }] : [];
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
