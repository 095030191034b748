// The check of beneficial owners (decisions 42), behind an interface. The reference back end compares with a sample
// list. Production needs a screening service. Brokers never see the reason of a hit.
import { findPlaces } from "#engine/answers/defaults.ts";
import { byIndex, valueAt } from "#engine/fields/fieldPath.ts";
import type { RequestAnswers, ScreenedAnswer } from "#engine/schema/types.ts";

/** A company or person as the service gets it. */
export interface Subject {
  kvk: string | null;
  name: string | null;
  /** Of a person. */
  birth_date?: string;
}
/** Where a subject is named. The insured company and the relation have no place. */
export interface PlacedSubject extends Subject {
  /** Step and path of the name, records by their index. */
  place?: readonly string[];
}
/** `unknown`: the check failed. The request then goes to an underwriter. */
export type CheckResult = "clear" | "hit" | "unknown";
/** The result for one subject, as it is stored with a referral. */
export type Finding = PlacedSubject & { result: CheckResult };
export interface BackgroundCheck {
  /** The result for each subject of one request. */
  check(subjects: readonly Subject[]): Promise<CheckResult[]>;
}

export interface WatchlistEntry {
  kvk: string | null;
  name: string;
}

const plain = (text: string | null) => (text ?? "").trim().toLocaleLowerCase("nl");

export const isListed = (listed: readonly WatchlistEntry[], { kvk, name }: Subject): boolean =>
  listed.some((entry) => (entry.kvk !== null && entry.kvk === kvk) || plain(entry.name) === plain(name));

/** The company in the answers, the relation of the request, and whom the product has checked too (`screened`): each owner in a list. */
export function findSubjects(
  answers: RequestAnswers,
  relation: Subject | undefined,
  screened: readonly ScreenedAnswer[] = [],
): PlacedSubject[] {
  const { kvk = null, company = null } = Object.assign({}, ...Object.values(answers)) as Record<string, string>;
  const others = screened.flatMap((entry) => findNamed(answers, typeof entry === "string" ? { name: entry } : entry));
  return [{ kvk, name: company }, ...(relation ? [relation] : []), ...others];
}

/** One subject for each record, row or group that has a name or a number. */
function findNamed(
  answers: RequestAnswers,
  { name, kvk, birth_date }: Exclude<ScreenedAnswer, string>,
): PlacedSubject[] {
  return findPlaces(answers, name.split(".")).flatMap((found) => {
    const place = byIndex(found, answers);
    const read = (address: string | undefined): string | null => {
      // The addresses are of one record, so each `*` is the same.
      const path = address?.split(".").map((part, index) => (part === "*" ? (place[index] ?? part) : part));
      const value = path && valueAt(answers, path);
      return typeof value === "string" && value.trim() !== "" ? value : null;
    };
    const [named, number, born] = [read(name), read(kvk), read(birth_date)];
    if (named === null && number === null) return [];
    return [{ kvk: number, name: named, ...(born !== null && { birth_date: born }), place }];
  });
}

/** The result of all: a hit counts before an unknown one. */
export function summarize(findings: readonly Finding[]): CheckResult {
  const results = findings.map(({ result }) => result);
  return (["hit", "unknown"] as const).find((result) => results.includes(result)) ?? "clear";
}

export const sampleBackgroundCheck = (listed: readonly WatchlistEntry[]): BackgroundCheck => ({
  check: async (subjects) => subjects.map((subject) => (isListed(listed, subject) ? "hit" : "clear")),
});

/** Without a screening service no request is clear. */
export const noBackgroundCheck: BackgroundCheck = { check: async (subjects) => subjects.map(() => "unknown") };
