// The background check of a policy request (decisions 42). The service is called before the transaction that sends the request:
// inside it a slow service would hold a connection and row locks, and block all other brokers. If the transaction finds a company
// that was not checked, it rolls back and is retried after that company has been checked too.
import { type BackgroundCheck, findSubjects, type Subject } from "#underwriting/backgroundCheck.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { WizardContext } from "../context.ts";
import type { Evaluation } from "../evaluate.ts";

type Result = Awaited<ReturnType<BackgroundCheck["check"]>>;
export type Screened = ReadonlyMap<string, Result>;

class NotScreened extends Error {
  readonly subjects: Subject[];
  constructor(subjects: Subject[]) {
    super("companies without a background check");
    this.subjects = subjects;
  }
}

const buildKey = ({ kvk, name }: Subject) => JSON.stringify([kvk, name]);

/** Whom a request is checked for. */
export const listSubjects = (
  { answers }: Evaluation,
  { relation, screened }: { relation: RelationRecord | null; screened?: readonly string[] | undefined },
): Subject[] =>
  findSubjects(answers, relation ? { kvk: relation.kvk_number, name: relation.company } : undefined, screened);

/** To be called inside `send` below: it throws `NotScreened`, which makes `screen` retry. */
export function findResults(screened: Screened, subjects: Subject[]): Result[] {
  const missing = subjects.filter((subject) => !screened.has(buildKey(subject)));
  if (missing.length > 0) throw new NotScreened(missing);
  return subjects.map((subject) => screened.get(buildKey(subject)) ?? "unknown");
}

/** Checks each company once. The result of a check that fails is "unknown" (decisions 40, 62). */
export async function screen<T>(
  { backgroundCheck }: Pick<WizardContext, "backgroundCheck">,
  first: Subject[],
  send: (screened: Screened) => Promise<T>,
): Promise<T> {
  const screened = new Map<string, Result>();
  const ask = async (subject: Subject) =>
    screened.set(buildKey(subject), await backgroundCheck.check(subject).catch(() => "unknown" as const));
  for (let subjects = first; ; ) {
    const different = new Map(subjects.map((subject) => [buildKey(subject), subject]));
    await Promise.all([...different.values()].map(ask));
    try {
      return await send(screened);
    } catch (error) {
      if (!(error instanceof NotScreened)) throw error;
      subjects = error.subjects;
    }
  }
}
