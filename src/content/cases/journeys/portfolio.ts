// What journeys need of the sample data: the answers of stored quotations, companies, and who fails the background check.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { Subject, WatchlistEntry } from "#underwriting/backgroundCheck.ts";
import { type Company, type KnownRelation, relationFacts } from "#underwriting/company.ts";
import type { Memory } from "../../read/files/memory.ts";
import { placeAt } from "../../read/files/places.ts";
import { parseFile } from "../../read/files/readJson.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { objects } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

const FILES = ["quotations", "relations", "watchlist", "register"] as const;

type File = (typeof FILES)[number];

export class Portfolio {
  readonly quotations: readonly JsonObject[];
  readonly relations: readonly JsonObject[];
  readonly watched: readonly WatchlistEntry[];
  readonly #texts: Record<File, string>;
  readonly #register: readonly JsonObject[];

  constructor(fixturesDir: string, memory: Memory) {
    const find = (name: string) => join(fixturesDir, "portfolio", `${name}.json`);
    const open = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "[]");
    this.#texts = Object.fromEntries(FILES.map((name) => [name, open(find(name))])) as Record<File, string>;
    const read = (name: File): readonly JsonObject[] =>
      memory.recall(`portfolio ${find(name)}`, [this.#texts[name]], () => objects(parse(this.#texts[name])));
    this.quotations = read("quotations");
    this.relations = read("relations");
    this.watched = read("watchlist") as unknown as WatchlistEntry[];
    this.#register = read("register");
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
      const finding = error(file, "", t`the file must hold one list`, t`start it with [ and end it with ]`);
      return [{ ...finding, ...placeAt(text, 0) }];
    });
  }

  /** Derived data are recomputed when one of these changes. */
  get madeOf(): readonly unknown[] {
    return [this.quotations, this.relations, this.watched, this.#register];
  }

  /** Undefined: no such quotation, or one without answers. */
  answersOf(quotation: number): RequestAnswers | undefined {
    return this.quotations.find(({ number }) => number === quotation)?.answers as RequestAnswers | undefined;
  }

  companyOf(relation: number | undefined): Subject | undefined {
    const relationRecord = this.relations.find(({ relation_number }) => relation_number === relation);
    return relationRecord && { kvk: String(relationRecord.kvk_number), name: String(relationRecord.company) };
  }

  /** The relation for which a request is that names a relation or a quotation. */
  relationOf({ relation, quotation }: { relation?: number | undefined; quotation?: number | undefined }) {
    const quoted = this.quotations.find(({ number }) => number === quotation)?.relation_number;
    const relationRecord = this.relations.find(({ relation_number }) => relation_number === (relation ?? quoted));
    return relationRecord as (KnownRelation & { relation_number: number }) | undefined;
  }

  /** What register and office know of a company number. */
  factsOf(number: string | undefined, relation: KnownRelation | undefined): Company {
    const { kvk: _own, ...entry } = this.#register.find(({ kvk }) => kvk === number) ?? {};
    const register = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
    return { number, available: true, facts: { register, relation: relationFacts(relation ?? null, number) } };
  }

  /** The relation of the first office that has this company number. */
  findRelation(number: string | undefined): number | undefined {
    const office = this.relations[0]?.intermediary_number;
    const existing = this.relations.find(
      (candidate) => candidate.kvk_number === number && candidate.intermediary_number === office,
    );
    return existing && Number(existing.relation_number);
  }
}

/** What its rows hold is checked when a portal starts with them. Undefined if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
