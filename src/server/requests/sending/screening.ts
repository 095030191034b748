// The background check of a policy request (decisions 42). The service is called before the transaction that sends the request:
// inside it a slow service would hold a connection and row locks, and block all other brokers. If the transaction finds a company
// that was not checked, it rolls back and is retried after that company has been checked too.
import type { BackgroundCheck, Subject } from "#underwriting/backgroundCheck.ts";
import { answersAt } from "#underwriting/tariff.ts";
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

/** The company in the answers, the relation of the request, and who else the product has checked: each owner in a list. */
export function listSubjects(
  { answers }: Evaluation,
  { relation, screened = [] }: { relation: RelationRecord | null; screened?: readonly string[] | undefined },
): Subject[] {
  const values = Object.assign({}, ...Object.values(answers)) as { kvk?: string; company?: string };
  const typed = { kvk: values.kvk ?? null, name: values.company ?? null };
  const names = screened.flatMap((path) => answersAt(answers, path)).filter((name) => typeof name === "string");
  const others = names.filter((name) => name.trim() !== "").map((name) => ({ kvk: null, name }));
  return [typed, ...(relation ? [{ kvk: relation.kvk_number, name: relation.company }] : []), ...others];
}

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
