// What journeys need of the sample data: the answers of stored quotations, companies, and who fails the background check.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import type { Listed, Subject } from "#underwriting/backgroundCheck.ts";
import { error, type Finding } from "./finding.ts";
import type { Memory } from "./memory.ts";
import { placeAt } from "./places.ts";
import { parseFile } from "./readJson.ts";
import { objects } from "./reporting.ts";

const FILES = ["quotations", "relations", "watchlist"] as const;

export class Portfolio {
  readonly quotations: readonly JsonObject[];
  readonly relations: readonly JsonObject[];
  readonly watched: readonly Listed[];
  readonly #texts: Record<(typeof FILES)[number], string>;

  constructor(fixturesDir: string, memory: Memory) {
    const find = (name: string) => join(fixturesDir, "portfolio", `${name}.json`);
    const open = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "[]");
    const [quotations, relations, watchlist] = FILES.map((name) => open(find(name))) as [string, string, string];
    this.#texts = { quotations, relations, watchlist };
    const read = (name: (typeof FILES)[number]): readonly JsonObject[] =>
      memory.recall(`portfolio ${find(name)}`, [this.#texts[name]], () => objects(parse(this.#texts[name])));
    this.quotations = read("quotations");
    this.relations = read("relations");
    this.watched = read("watchlist") as unknown as Listed[];
  }

  /** Of the quotations, for lines and columns. */
  get text(): string {
    return this.#texts.quotations;
  }

  /** Files that cannot be read, for journeys as if they were empty. `folder`: as findings name it. */
  findBroken(folder: string): Finding[] {
    return FILES.flatMap((name) => {
      const text = this.#texts[name];
      const content = parse(text);
      if (Array.isArray(content)) return [];
      const file = join(folder, `${name}.json`);
      if (content === undefined) return parseFile({ file, path: "", text }).findings;
      const finding = error(file, "", "the file must hold one list", "start it with [ and end it with ]");
      return [{ ...finding, ...placeAt(text, 0) }];
    });
  }

  /** What is made of it is made anew when one of these changes. */
  get madeOf(): readonly unknown[] {
    return [this.quotations, this.relations, this.watched];
  }

  /** Undefined: no such quotation, or one without answers. */
  answersOf(quotation: number): RequestAnswers | undefined {
    return this.quotations.find(({ number }) => number === quotation)?.answers as RequestAnswers | undefined;
  }

  companyOf(relation: number | undefined): Subject | undefined {
    const found = this.relations.find(({ relation_number }) => relation_number === relation);
    return found && { kvk: String(found.kvk_number), name: String(found.company) };
  }
}

/** What its rows hold is checked when a portal starts with them. Undefined: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
