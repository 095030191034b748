// What the check prints: causes first, by product and file; their consequences are counted instead of listed, so that one
// wrong name does not hide among hundreds of findings.
import { describe, type Finding, formatCount } from "./finding.ts";

/** Name above a group of findings. */
export function findOwner({ file, product }: Finding): string {
  if (product) return product;
  const [, owner] = /^(?:schemas\/products|fixtures\/steps)\/([^/]+)\//.exec(file) ?? [];
  return owner ?? (file.startsWith("schemas/portal/") ? "portal" : "all products");
}

export interface Group {
  owner: string;
  /** Causes, by file. */
  findings: Finding[];
  /** What follows from them. */
  followers: Finding[];
}

/** Groups with errors first. */
export function groupFindings(findings: readonly Finding[]): Group[] {
  const groups = [...Map.groupBy(findings, findOwner)].map(([owner, own]) => ({
    owner,
    findings: own.filter((finding) => !finding.follows),
    followers: own.filter((finding) => finding.follows),
  }));
  const withoutErrors = (group: Group) => Number(!group.findings.some(({ level }) => level === "error"));
  return groups.sort(
    (left, right) => withoutErrors(left) - withoutErrors(right) || left.owner.localeCompare(right.owner),
  );
}

export function report(findings: readonly Finding[], all = false): string[] {
  return groupFindings(findings).flatMap(({ owner, findings: causes, followers }) => [
    `${owner}:`,
    ...causes.map((finding) => `  ${describe(finding)}`),
    ...(all ? followers.map((finding) => `  follows: ${describe(finding)}`) : folded(followers)),
  ]);
}

function folded(followers: readonly Finding[]): string[] {
  if (followers.length === 0) return [];
  const files = new Set(followers.map(({ file }) => file));
  const many = followers.length === 1 ? "1 more follows" : `${followers.length} more follow`;
  return [`  and ${many} from these, in ${formatCount(files.size, "file")} (--all lists them)`];
}
