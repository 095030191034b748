// Long lists that products share as CSV files: what is read, what is refused with its place, and what broker and server get of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { professionLists } from "#content/read/backLists.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { Memory } from "#content/read/files/memory.ts";
import { type Finding, describe as sentence } from "#content/read/findings/finding.ts";
import { readSharedLists } from "#content/read/shared/sharedLists.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { buildProfessions } from "#server/requests/questions.ts";
import { ask, findAsked, TINY } from "./support/asking.ts";
import { ContentCopy, SCHEMAS } from "./support/content.ts";

const folder = mkdtempSync(join(tmpdir(), "lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(csv: string) {
  writeFileSync(join(folder, "things.csv"), csv);
  const findings: Finding[] = [];
  const lists = readSharedLists(folder, folder, findings, new Memory());
  return { choices: lists.byName.get("things"), lines: findings.map(sentence) };
}

test("codes stay text, and words may hold a separator", () => {
  const { choices, lines } = read('\uFEFFvalue;fr;nl\r\n01;"un; deux";een\r\n2;"le ""mot""";woord\r\n');
  expect(lines).toEqual([]);
  expect(choices).toEqual([
    { value: "01", label: { nl: "een", fr: "un; deux" } },
    { value: "2", label: { nl: "woord", fr: 'le "mot"' } },
  ]);
});

const rows = (count: number) => Array.from({ length: count }, (_none, index) => `c${index};n;f`).join("\n");

test("5,000 choices are taken", () => expect(read(`value;nl;fr\n${rows(5000)}`).lines).toEqual([]));

test.each([
  ["a code twice", "value;nl;fr\na;n;f\na;m;g", /^things\.csv:3:1: error: the code "a" is there twice/],
  [
    "a language less",
    "value;nl\na;n",
    /^things\.csv:1:1: error: the list has no column "fr"; name the columns value;nl;fr/,
  ],
  ["a choice without words in a language", "value;nl;fr\na;n;", /^things\.csv:2:1: error: "a" has no words in fr/],
  [
    "5,001 rows",
    `value;nl;fr\n${rows(5001)}`,
    /^things\.csv:5002:1: error: the list has 5001 choices, and at most 5000/,
  ],
  ["a choice without a code", "value;nl;fr\n;n;f", /^things\.csv:2:1: error: a choice has no code/],
  ["a row that is too short", "value;nl;fr\na;n", /^things\.csv:2:1: error: row 2 has 2 cells, the first line has 3/],
  ["no rows", "value;nl;fr\n", /^things\.csv:1:1: error: the list has no choices/],
  ["an English separator", "value,nl,fr\na,n,f", /^things\.csv:1:1: error: the cells are separated by ","/],
  ["a country that is none", "region\nNL\nQQ", /^things\.csv:3:1: error: "QQ" has no words in nl/],
])("a list with %s is refused", (_name, csv, wanted) => {
  expect(read(csv).lines).toEqual([expect.stringMatching(wanted)]);
});

let copy: ContentCopy;
afterEach(() => copy?.remove());

/** The tiny product with a list of things, which its first step takes. */
function take(file: string): void {
  copy = ContentCopy.tiny();
  mkdirSync(copy.path("schemas/shared/lists"), { recursive: true });
  writeFileSync(copy.path("schemas/shared/lists/things.csv"), "value;nl;fr\na;Aap;Singe\nb;Beer;Ours");
  ask(
    copy,
    {
      properties: { thing: { type: "string", maxLength: 9, enumFrom: "things" } },
      ui: {},
      lists: { things: { file } },
      texts: { "field.thing.label": "Dier", "field.thing.placeholder": "Kies een dier" },
      answers: { thing: "a" },
    },
    TINY,
  );
}

test("a field offers them, and a code that is not in the list is refused at it", async () => {
  take("things");
  const cases = "fixtures/steps/tiny/general-data.json";
  copy.change(cases, (file) => {
    const unknown = { name: "an unknown code", set: { "/thing": "z" }, expect: [["/thing", "enumFrom"]] };
    const other = { name: "another thing", set: { "/thing": "b" }, expect: "valid" };
    file.cases = [...(file.cases as JsonObject[]), unknown, other];
  });
  expect(await findAsked(copy)).toEqual([]);
  copy.change(cases, (file) =>
    Object.assign((file.cases as JsonObject[]).at(-1)!, { expect: [["/thing", "enumFrom"]] }),
  );
  expect((await findAsked(copy)).join("\n")).toContain("another thing");
});

test("a list that is not there is named with what was meant", async () => {
  take("thing");
  expect((await copy.errors()).join("\n")).toMatch(
    /\/lists\/things\/file: there is no list "thing" in .*did you mean "things"/,
  );
});

test("the broker gets them in his language, countries in the order of their words", () => {
  const { products } = readCatalogue(SCHEMAS, new Memory(), join(SCHEMAS, "../fixtures/products"));
  const taken = products.find(({ key }) => key === "bedrijfspand")!;
  const { lists } = taken.manifest.content as { lists: JsonObject };
  expect(lists.countries, "what is published for the browser").toEqual({
    call: "professions",
    path: "lists.countries",
  });
  const back = { professions: professionLists(taken) };
  const product = { back } as unknown as LoadedProduct;
  const [nl, fr] = (["nl", "fr"] as const).map(
    (language) => buildProfessions(product, language).lists?.countries ?? [],
  );
  expect([nl!.length, fr!.length]).toEqual([249, 249]);
  expect(nl!.find(({ value }) => value === "DE")?.label).toBe("Duitsland");
  expect(fr!.slice(0, 3).map(({ label }) => label)).toEqual(["Afghanistan", "Afrique du Sud", "Albanie"]);
});
