// What journeys need of the sample data: the answers of stored quotations, companies, and who fails the background check.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import type { Listed, Subject } from "#underwriting/backgroundCheck.ts";
import type { Memory } from "./memory.ts";
import { objects } from "./reporting.ts";

export class Portfolio {
  readonly quotations: readonly JsonObject[];
  /** Of the quotations, for lines and columns. */
  readonly text: string;
  readonly relations: readonly JsonObject[];
  readonly watched: readonly Listed[];

  constructor(fixturesDir: string, memory: Memory) {
    const find = (name: string) => join(fixturesDir, "portfolio", name);
    const open = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "[]");
    const read = (path: string, text = open(path)): readonly JsonObject[] =>
      memory.recall(`portfolio ${path}`, [text], () => parse(text));
    this.text = open(find("quotations.json"));
    this.quotations = read(find("quotations.json"), this.text);
    this.relations = read(find("relations.json"));
    this.watched = read(find("watchlist.json")) as unknown as Listed[];
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

/** The sample data has checks of its own when a portal starts with it. */
function parse(text: string): JsonObject[] {
  try {
    return objects(JSON.parse(text));
  } catch {
    return [];
  }
}
