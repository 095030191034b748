// Long lists that products share: `schemas/shared/lists/<name>.csv`, a code and its words in each language. A list of countries
// names its codes alone (column `region`), and their words are those of Intl.DisplayNames at publishing, for browser and server.
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { type Cell, readSheet, readText, reportCells, START, type Words } from "../files/csvCells.ts";
import type { Memory } from "../files/memory.ts";
import type { JsonFile } from "../files/readJson.ts";
import type { Finding } from "../findings/finding.ts";
import { member, reporter } from "../findings/reporting.ts";
import { meantOr } from "../findings/sentences.ts";
import { t } from "../findings/translate.ts";

export interface SharedLists {
  byName: ReadonlyMap<string, readonly JsonObject[]>;
  memory: Memory;
}

/** More choices than this are not searched in a box. */
const MOST = 5000;
const REGION = "region";

export function readSharedLists(folder: string, base: string, findings: Finding[], memory: Memory): SharedLists {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".csv")) : [];
  const lists = names.sort().map((name) => {
    const path = join(folder, name);
    const text = readText(path);
    const list = memory.recall(`list ${path}`, [text], () => readList(relative(base, path), text));
    findings.push(...list.findings);
    return [name.slice(0, -".csv".length), list.choices] as const;
  });
  return { byName: new Map(lists), memory };
}

interface ReadChoices {
  choices: JsonObject[];
  findings: Finding[];
}

function readList(file: string, text: string | null): ReadChoices {
  const findings: Finding[] = [];
  const report = reportCells(file, findings);
  const { columns = [], rows } = readSheet(text, report) ?? {};
  const names = columns.map((cell) => cell.text);
  const missing = rows && findMissingColumn(names);
  if (missing) report(START, ...missing);
  if (!rows || missing) return { choices: [], findings };
  const choices: JsonObject[] = [];
  const codes = new Set<string>();
  for (const cells of rows) {
    const { value, label, ...choice } = readChoice(names, cells);
    const wrong = findWrong(value, label, codes);
    if (wrong) report({ ...START, line: cells[0]!.line }, ...wrong);
    codes.add(value);
    choices.push({ value, label, ...choice });
  }
  const many = t`the list has ${choices.length} choices, and at most ${MOST} are searched in a box`;
  if (choices.length > MOST) report({ ...START, line: MOST + 2 }, many, t`divide it`);
  else if (choices.length === 0 && findings.length === 0) report(START, t`the list has no choices`, t`write one a row`);
  return { choices, findings };
}

function readChoice(columns: readonly string[], cells: readonly Cell[]) {
  const row = new Map(columns.map((name, position) => [name, cells[position]?.text ?? ""]));
  const region = row.get(REGION);
  return region === undefined
    ? { value: row.get("value") ?? "", label: namesOf(row) }
    : { value: region, label: nameRegion(region), region: true };
}

function findMissingColumn(columns: readonly string[]): Words | undefined {
  const missing = columns.includes(REGION)
    ? undefined
    : ["value", ...LANGUAGES].find((name) => !columns.includes(name));
  if (missing === undefined) return undefined;
  const hint = t`name the columns value;${LANGUAGES.join(";")}, or "${REGION}" alone for countries`;
  return [t`the list has no column "${missing}"`, hint];
}

type Labels = Partial<Record<Language, string>>;

const namesOf = (row: ReadonlyMap<string, string>): Labels =>
  Object.fromEntries(LANGUAGES.map((language) => [language, row.get(language) ?? ""]));

const nameRegion = (code: string): Labels =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const names = new Intl.DisplayNames([language], { type: REGION, fallback: "none" });
      return [language, /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? "") : ""];
    }),
  );

function findWrong(value: string, label: Labels, codes: ReadonlySet<string>): Words | undefined {
  if (value === "") return [t`a choice has no code`, t`write what is stored for it`];
  if (codes.has(value)) return [t`the code "${value}" is there twice`, t`remove one of the two`];
  const missing = LANGUAGES.find((language) => label[language] === "");
  return missing && [t`"${value}" has no words in ${missing}`, t`write them, or correct the code of the country`];
}

/** Returns the manifest with the lists that it takes from files as lists of a call, and their choices by name. */
export function takeSharedLists(manifest: JsonFile, { byName, memory }: SharedLists, findings: Finding[]) {
  const lists = member(manifest.content, "lists");
  const named = Object.entries(lists).flatMap(([name]) => {
    const { file } = member(lists, name);
    return typeof file === "string" ? [[name, file] satisfies [string, string]] : [];
  });
  if (named.length === 0) return { manifest, choices: undefined };
  const madeOf = [manifest, ...named.map(([, file]) => byName.get(file))];
  const made = memory.recall(`lists ${manifest.path}`, madeOf, () => fillLists(manifest, named, byName));
  findings.push(...made.findings);
  return made;
}

function fillLists(manifest: JsonFile, named: [name: string, file: string][], byName: SharedLists["byName"]) {
  const findings: Finding[] = [];
  const report = reporter(manifest.file, findings);
  for (const [name, file] of named)
    if (!byName.has(file)) {
      const hint = meantOr([...byName.keys()], file, t`add schemas/shared/lists/${file}.csv`);
      report(`/lists/${name}/file`, t`there is no list "${file}" in schemas/shared/lists`, hint, "refers");
    }
  const sources = named.map(([name, file]) => [name, { call: "professions", path: `lists.${file}` }]);
  const lists = member(manifest.content, "lists");
  const content = { ...manifest.content, lists: { ...lists, ...Object.fromEntries(sources) } };
  const choices = Object.fromEntries(named.map(([, file]) => [file, byName.get(file) ?? []]));
  return { manifest: { ...manifest, content }, choices, findings };
}
