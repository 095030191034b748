// The background check of a policy request (decisions 42). The service is called before the transaction that sends the request:
// inside it a slow service would hold a connection and row locks, and block all other brokers. If the transaction finds a company
// that was not checked, it rolls back and is retried after that company has been checked too.
import {
  type CheckResult,
  type Finding,
  findSubjects,
  type PlacedSubject,
  type Subject,
} from "#underwriting/backgroundCheck.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { WizardContext } from "../context.ts";
import type { Evaluation } from "../evaluate.ts";

export type ScreeningResults = ReadonlyMap<string, CheckResult>;

class ScreeningError extends Error {
  readonly subjects: Subject[];
  constructor(subjects: Subject[]) {
    super("companies without a background check");
    this.subjects = subjects;
  }
}

const buildKey = ({ kvk, name, birth_date }: Subject) => JSON.stringify([kvk, name, birth_date]);

/** Whom a request is checked for. */
export const listSubjects = (
  { answers }: Evaluation,
  { relation, product }: { relation: RelationRecord | null; product: LoadedProduct },
): PlacedSubject[] =>
  findSubjects(
    answers,
    relation ? { kvk: relation.kvk_number, name: relation.company } : undefined,
    product.bundle.manifest.screened,
  );

/** To be called inside `send` below: it throws `ScreeningError`, which makes `screen` retry. Each subject is listed once. */
export function findResults(screened: ScreeningResults, subjects: PlacedSubject[]): Finding[] {
  const different = listDifferent(subjects);
  const missing = different.filter((subject) => !screened.has(buildKey(subject)));
  if (missing.length > 0) throw new ScreeningError(missing);
  return different.map((subject) => ({ ...subject, result: screened.get(buildKey(subject)) ?? "unknown" }));
}

/** Returns the results that are known. A check that failed is repeated. */
export const readScreened = (findings: readonly Finding[]): Map<string, CheckResult> =>
  new Map(findings.flatMap(({ result, ...subject }) => (result === "unknown" ? [] : [[buildKey(subject), result]])));

/** One that has a place is listed before the same one without. */
const listDifferent = (subjects: readonly PlacedSubject[]): PlacedSubject[] => [
  ...new Map(subjects.map((subject) => [buildKey(subject), subject])).values(),
];

/** Checks each company once. The result of a check that fails is "unknown" (decisions 40, 62). */
export async function screen<T>(
  { backgroundCheck }: Pick<WizardContext, "backgroundCheck">,
  first: PlacedSubject[],
  send: (screened: ScreeningResults) => Promise<T>,
  screened = new Map<string, CheckResult>(),
): Promise<T> {
  for (let subjects: Subject[] = first; ; ) {
    const missing = listDifferent(subjects).filter((subject) => !screened.has(buildKey(subject)));
    const results = missing.length > 0 ? await backgroundCheck.check(missing).catch(() => []) : [];
    for (const [index, subject] of missing.entries()) screened.set(buildKey(subject), results[index] ?? "unknown");
    try {
      return await send(screened);
    } catch (error) {
      if (!(error instanceof ScreeningError)) throw error;
      subjects = error.subjects;
    }
  }
}
