// Every reference in a comment exists: a numbered decision, a section of the specification described in src/decisions.md, a
// file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SERVER } from "#server/cli.ts";
import { trackedFiles } from "./support/tracked.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const files = trackedFiles();
const texts = files.filter(
  (file) => /\.(tsx?|mjs|css|md)$|vite\.config\.ts$/.test(file) && file !== "src/decisions.md",
);
const page = read("src/decisions.md");
const rows = [...page.matchAll(/^\| (\d+) \|.*$/gm)].map(([row, number]) => ({ number: Number(number), row }));
const decided = new Set(rows.map(({ number }) => number));
const sections = new Set(
  [...page.matchAll(/^\| (portal|wizard) (\d+) \|/gm)].map(([, part, number]) => `${part} ${number}`),
);

/** `26, 28 and 30 to 32` as numbers. */
function numbers(list: string): number[] {
  return [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );
}

/** Comments and prose, each line break with its comment mark read as a space. */
const prose = (file: string) => (file.endsWith(".md") ? read(file) : comments(read(file)));
const comments = (code: string) =>
  [...code.matchAll(/\/\*[\s\S]*?\*\/|(?:^[^\S\n]*\/\/.*\n?)+|\/\/ .*/gm)]
    .map(([comment]) => comment.replace(/\n\s*(\/\/|\*)?\s*/g, " "))
    .join("\n");

const LIST = String.raw`\d+(?:(?:, | and | to |, and )\d+)*`;

function unknownDecisions(file: string): string[] {
  return [...prose(file).matchAll(new RegExp(`decisions? (${LIST})`, "g"))]
    .flatMap(([, list]) => numbers(list as string))
    .filter((number) => !decided.has(number))
    .map((number) => `${file}: decisions ${number}`);
}

function unknownSections(file: string): string[] {
  return [...prose(file).matchAll(new RegExp(`spec: (portal|wizard) (${LIST})`, "g"))]
    .flatMap(([, part, list]) => numbers(list as string).map((number) => `${part} ${number}`))
    .filter((section) => !sections.has(section))
    .map((section) => `${file}: spec: ${section}`);
}

const elsewhere =
  /\b(look|research|reliability|design|ecosystem|rjsf|findings?) [A-Z]?\d+(\.\d+)?\b|[PWD]§|\(design, |\bissue "/g;
const offPage = (file: string) => [...prose(file).matchAll(elsewhere)].map(([reference]) => `${file}: ${reference}`);

function missingFiles(file: string): string[] {
  return [...prose(file).matchAll(/(?<![\w/.-])[\w/.-]*[A-Za-z]\.(?:tsx?|mjs)\b/g)]
    .map(([name]) => name.replace(/^(\.\.?\/)+/, ""))
    .filter((name) => !/^\.?(long\.)?(test|spec)\.tsx?$/.test(name))
    .filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)))
    .map((name) => `${file}: ${name}`);
}

describe("what a comment points at is in this repository", () => {
  test("there is something to hold", () => {
    expect(decided.size).toBeGreaterThan(80);
    expect(sections.size).toBe(18);
    expect(texts.flatMap((file) => [...prose(file).matchAll(/decisions \d/g)]).length).toBeGreaterThan(100);
  });

  test("a decision is a row of src/decisions.md", () => expect(texts.flatMap(unknownDecisions)).toEqual([]));
  test("a decision that another decision points at is a row too", () => {
    const named = rows.flatMap(({ number, row }) =>
      [...row.matchAll(/(?:\(|\b[Ss]ee |\b[Rr]ule |; )(\d{1,3})(?= says|\)|\.(?!\d)|,)/g)].map(([, other]) => [
        number,
        Number(other),
      ]),
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter(([, other]) => !decided.has(other ?? 0))).toEqual([]);
  });
  test("a section of the specification is described there", () => expect(texts.flatMap(unknownSections)).toEqual([]));
  test("no comment points at a document that is not here", () => expect(texts.flatMap(offPage)).toEqual([]));
  test("a file that is named exists", () => expect(texts.flatMap(missingFiles)).toEqual([]));
  test("numbers ascend without a double", () => {
    const numbers = rows.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });
});

/**
 * `nameCommand` returns it as it is typed in that program. A release archive has no npm, so other commands are
 * described as those of a checkout.
 */
test("a command that a sentence of the server names exists in that program", () => {
  const commands = new Set(Object.keys(SERVER.commands).map((name) => name.split(" ")[0]));
  const strings = files
    .filter(
      (file) => /^src\/server\/(?!config\/nameCommand).*\.ts$/.test(file) && !read(file).startsWith("// `npm run"),
    )
    .flatMap((file) => {
      const code = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([text]) => `${file}: ${text}`);
    });
  const named = strings.flatMap((text) => [...text.matchAll(/nameCommand\("([a-z]+)/g)]);
  expect(commands.size).toBeGreaterThan(10);
  expect(named.length).toBeGreaterThan(5);
  expect(named.flatMap(([text, command]) => (commands.has(command) ? [] : [text]))).toEqual([]);
  expect(
    strings.filter((text) => /\bnpm (run|start|test)\b/.test(text) && !/checkout|FROM_ARCHIVE/.test(text)),
  ).toEqual([]);
});
