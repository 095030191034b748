// `npm run diff -- <release or git revision>`: what changes between two contents, and which journeys and requests end otherwise.
// `npm run replay` is the same table about the requests alone. Read-only.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { compare, type Requests } from "#content/compare/compare.ts";
import type { ReplayRequest } from "#content/compare/replay/judge.ts";
import { sampleRequests } from "#content/compare/replay/replay.ts";
import {
  type ContentFolders,
  type Earlier,
  findContent,
  type OpenContent,
  openContent,
} from "#content/compare/revision.ts";
import { writeTable } from "#content/compare/table.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { DirectoryInUseError } from "../db/engines/directoryLock.ts";
import type { Db } from "../db/open.ts";
import { withDatabase } from "./withData.ts";
import { namesDatabase, withReleases } from "./withReleases.ts";

export interface Comparison {
  since: string;
  to: string | undefined;
  product: string | undefined;
  json: boolean;
  samples: boolean;
  day: string | undefined;
  schemas: string;
  fixtures: string;
}

export async function compareContents(values: Comparison, env = process.env, portfolioOnly = false): Promise<string> {
  const { product, day } = values;
  return withContents(values, env, async (before, after) => {
    const findRequests = async () => {
      const { requests, without } = await findStored(values, env);
      return { requests: day === undefined ? requests : requests.map((request) => ({ ...request, day })), without };
    };
    const comparison = await compare({ before, after, product, portfolioOnly, findRequests });
    const names = { before: before.name, after: after.name };
    return values.json ? JSON.stringify(comparison, null, 2) : writeTable(comparison, names);
  });
}

/** The requests of the database that DATABASE_URL or DATA_DIR names, or those of the samples if there is none. */
async function findStored(
  { samples, fixtures }: { samples: boolean; fixtures: string },
  env: NodeJS.ProcessEnv,
): Promise<Requests> {
  const stored = namesDatabase(env) || existsSync(join(env.DATA_DIR || ".data", "database"));
  if (samples || !stored) return { requests: sampleRequests(fixtures), without: 0 };
  return withDatabase(false, env, ({ db }) => storedRequests(db)).catch((error) => {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new Error(`${error.message} With --samples the quotations of fixtures/portfolio are used.`);
  });
}

/** Quotations with answers, and open requests with finished steps. `without` counts quotations without answers. */
export async function storedRequests(db: Db): Promise<Requests> {
  const quotations = await db
    .selectFrom("quotations as q")
    .leftJoin("quotation_answers as a", "a.number", "q.number")
    .select(["q.number", "a.product_key", "a.answers", "q.date", "q.start_date"])
    .orderBy("q.number")
    .execute();
  const answered = quotations.flatMap(({ number, product_key, answers, date, start_date }) =>
    product_key && answers
      ? [{ number: String(number), product: product_key, answers, today: date, day: start_date }]
      : [],
  );
  return { requests: [...answered, ...(await openRequests(db))], without: quotations.length - answered.length };
}

async function openRequests(db: Db): Promise<ReplayRequest[]> {
  const rows = await db
    .selectFrom("requests as r")
    .innerJoin("request_steps as s", "s.request_id", "r.request_id")
    .select(["r.request_id", "r.product", "s.step", "s.data", "s.saved_at"])
    .where("r.status", "=", "open")
    .where("s.finished", "=", true)
    .orderBy("r.request_id")
    .execute();
  return [...Map.groupBy(rows, ({ request_id }) => request_id)].map(([number, steps]) => {
    const saved = dayAtInstant(Math.max(...steps.map(({ saved_at }) => saved_at.getTime())));
    const answers = Object.fromEntries(steps.map(({ step, data }) => [step, data]));
    return { number, product: steps[0]!.product, answers, today: saved, day: saved, open: true };
  });
}

interface Compared extends ContentFolders {
  /**
   * Names of releases (of the database, if configured) or of git revisions. Without `to` the current files are
   * compared.
   */
  since: string;
  to?: string | undefined;
}

/** Opens old and new content while `work` runs. The current files have an empty name. */
async function withContents<T>(
  { since, to, schemas, fixtures }: Compared,
  env: NodeJS.ProcessEnv,
  work: (before: OpenContent, after: OpenContent) => Promise<T>,
): Promise<T> {
  const now = { ...findContent(), schemas, fixtures };
  const compare = async (earlier: Earlier) => {
    const open: OpenContent[] = [];
    try {
      const after = to === undefined ? { ...earlier, name: "", close: () => {} } : openContent(to, earlier);
      open.push(after);
      const before = openContent(since, earlier, after);
      open.push(before);
      return await work(before, after);
    } finally {
      for (const content of open) content.close();
    }
  };
  return namesDatabase(env) ? withReleases((published) => compare({ ...now, published }), env) : compare(now);
}
