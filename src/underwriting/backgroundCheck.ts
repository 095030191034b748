// The check of beneficial owners (decisions 42), behind an interface. The reference back end compares with a sample
// list. Production needs a screening service. Brokers never see the reason of a hit.
import type { RequestAnswers } from "#engine/schema/types.ts";
import { answersAt } from "./tariff.ts";

export interface Subject {
  kvk: string | null;
  name: string | null;
}
export interface BackgroundCheck {
  /** `unknown`: the check failed. The request then goes to an underwriter. */
  check(subject: Subject): Promise<"clear" | "hit" | "unknown">;
}

export interface Listed {
  kvk: string | null;
  name: string;
}

const plain = (text: string | null) => (text ?? "").trim().toLocaleLowerCase("nl");

export const isListed = (listed: readonly Listed[], { kvk, name }: Subject): boolean =>
  listed.some((entry) => (entry.kvk !== null && entry.kvk === kvk) || plain(entry.name) === plain(name));

/** The company in the answers, the relation of the request, and whom the product has checked too (`screened`): each owner in a list. */
export function findSubjects(
  answers: RequestAnswers,
  relation: Subject | undefined,
  screened: readonly string[] = [],
): Subject[] {
  const { kvk = null, company = null } = Object.assign({}, ...Object.values(answers)) as Record<string, string>;
  const names = screened.flatMap((path) => answersAt(answers, path)).filter((name) => typeof name === "string");
  const others = names.filter((name) => name.trim() !== "").map((name) => ({ kvk: null, name }));
  return [{ kvk, name: company }, ...(relation ? [relation] : []), ...others];
}

export const sampleBackgroundCheck = (listed: readonly Listed[]): BackgroundCheck => ({
  check: async (subject) => (isListed(listed, subject) ? "hit" : "clear"),
});

/** Without a screening service no request is clear. */
export const noBackgroundCheck: BackgroundCheck = { check: async () => "unknown" };
