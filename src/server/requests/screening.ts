// The background check of a policy request (decisions 42). Its service is asked before the transaction that sends the request:
// within it, a service that is slow would hold a connection and locks, and soon everybody would wait. Should the transaction find
// another company than was asked about, it ends, and begins again once that one is asked about too.
import type { BackgroundCheck, Subject } from "#underwriting/backgroundCheck.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { WizardContext } from "./context.ts";
import type { Evaluation } from "./evaluate.ts";

type Result = Awaited<ReturnType<BackgroundCheck["check"]>>;
export type Screened = ReadonlyMap<string, Result>;

class NotScreened extends Error {
  readonly subjects: Subject[];
  constructor(subjects: Subject[]) {
    super("the background check was not asked about them");
    this.subjects = subjects;
  }
}

const name = ({ kvk, name: company }: Subject) => JSON.stringify([kvk, company]);

/** The company that was typed, and the relation that it is sent for. */
export function listSubjects({ answers }: Evaluation, relation: RelationRecord | null): Subject[] {
  const values = Object.assign({}, ...Object.values(answers)) as { kvk?: string; company?: string };
  const typed = { kvk: values.kvk ?? null, name: values.company ?? null };
  return relation ? [typed, { kvk: relation.kvk_number, name: relation.company }] : [typed];
}

/** Inside of `send` below. */
export function findResults(screened: Screened, subjects: Subject[]): Result[] {
  const missing = subjects.filter((subject) => !screened.has(name(subject)));
  if (missing.length > 0) throw new NotScreened(missing);
  return subjects.map((subject) => screened.get(name(subject)) ?? "unknown");
}

/** Asks about each company once. A check that fails has found nothing (decisions 40, 62). */
export async function screen<T>(
  { backgroundCheck }: Pick<WizardContext, "backgroundCheck">,
  first: Subject[],
  send: (screened: Screened) => Promise<T>,
): Promise<T> {
  const screened = new Map<string, Result>();
  const ask = async (subject: Subject) =>
    screened.set(name(subject), await backgroundCheck.check(subject).catch(() => "unknown" as const));
  for (let asked = first; ; ) {
    const different = new Map(asked.map((subject) => [name(subject), subject]));
    await Promise.all([...different.values()].map(ask));
    try {
      return await send(screened);
    } catch (error) {
      if (!(error instanceof NotScreened)) throw error;
      asked = error.subjects;
    }
  }
}
