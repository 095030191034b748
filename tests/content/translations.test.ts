// Sentences of the check have the analyst's language: each is written with `t` and has both translations, with the same values.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import words from "#content/read/findings/words.json" with { type: "json" };
import { LANGUAGES } from "#engine/values/languages.ts";

const root = join(import.meta.dirname, "../..");
const FOLDER = "src/content/read/findings/translations";

/** Files whose sentences an analyst reads in the studio. The other files of content are for the command line. */
const SAID = globSync(
  [
    "src/content/check.ts",
    "src/content/check/**/!(report).ts",
    "src/content/read/**/!(expectedAnswers).ts",
    "src/content/publish/{dereference,documents,drawings,messages,pictures}.ts",
    "src/content/cases/**/!(acceptAmounts|brokenRules).ts",
    "src/content/{compare/**/!(table),names/**/!(offeredNames),newProduct}.ts",
    "src/studio/server/**/!(access|changes|findPlace|main).ts",
  ],
  { cwd: root },
);

const translations: [english: string, texts: string[]][] = globSync(`${FOLDER}/*.json`, { cwd: root }).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, string[]>),
);

type Node = Record<string, unknown> & { type: string; start: number };
/** A text in the code, with its values numbered. */
interface CodeText {
  text: string;
  isSaid: boolean;
  start: number;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
const nameOf = (callee: unknown): unknown => (callee as { name?: string } | undefined)?.name;

/** Texts for developers, names of modules and types. */
const isOther = ({ type, callee, expression }: Node): boolean =>
  (/^(Import|TS)/.test(type) && !expression) || (type === "NewExpression" && nameOf(callee) === "Error");

const joinParts = (template: Node): string =>
  (template.quasis as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .reduce((text, part, index) => `${text}{${index - 1}}${part}`);

/** The texts that a node itself makes, and the nodes in it where others are. */
function readNode(node: Node): { texts: string[]; isSaid: boolean; inner: unknown[] } {
  const { type, quasi, expressions, value } = node;
  const args = node.arguments as Node[];
  if (type === "TaggedTemplateExpression" && nameOf(node.tag) === "t")
    return { texts: [joinParts(quasi as Node)], isSaid: true, inner: (quasi as Node).expressions as unknown[] };
  if (type === "CallExpression" && nameOf(node.callee) === "formatCount")
    return { texts: [`${args[1]!.value}`, `${args[1]!.value}s`], isSaid: true, inner: [args[0]] };
  if (type === "Property") return { texts: [], isSaid: false, inner: [value] };
  if (type === "TemplateLiteral") return { texts: [joinParts(node)], isSaid: false, inner: expressions as unknown[] };
  return { texts: typeof value === "string" ? [value] : [], isSaid: false, inner: Object.values(node) };
}

function* findTexts(value: unknown): Generator<CodeText, void, undefined> {
  if (Array.isArray(value)) for (const each of value) yield* findTexts(each);
  if (!isNode(value) || isOther(value)) return;
  const { texts, isSaid, inner } = readNode(value);
  for (const text of texts) yield { text, isSaid, start: value.start };
  yield* findTexts(inner);
}

function readFile(file: string) {
  const source = readFileSync(join(root, file), "utf8");
  const texts = [...findTexts(parseSync(file, source).program)];
  const describe = ({ text, start }: CodeText) => `${file}:${source.slice(0, start).split("\n").length}: ${text}`;
  const isSentence = ({ text, isSaid }: CodeText) => !isSaid && /\p{L} \p{L}/u.test(text);
  return {
    said: texts.filter(({ isSaid }) => isSaid).map(({ text }) => text),
    unsaid: texts.filter(isSentence).map(describe),
  };
}

const sources = globSync("src/{content,studio/server}/**/*.ts", { cwd: root });
const { kinds, instead, notations, forms, syntax } = words;
const tables = [kinds, instead, notations, forms, syntax].flatMap((table) => Object.values(table).flat());

test("every sentence has a translation, and every translation is of a sentence", () => {
  const said = new Set([...sources.flatMap((file) => readFile(file).said), ...tables]);
  expect(translations.map(([english]) => english).sort()).toEqual([...said].sort());
});

const values = (text = "") => (text.match(/\{\d+\}/g) ?? []).sort();

test("every translation has the values of its sentence, in each language", () => {
  const isWrong = ([english, texts]: [string, string[]]) =>
    texts.length !== LANGUAGES.length || texts.some((text) => values(text).join() !== values(english).join());
  expect(translations.filter(isWrong)).toEqual([]);
});

test.each(SAID)("%s says everything in the language of the reader", (file) => {
  expect(readFile(file).unsaid).toEqual([]);
});
