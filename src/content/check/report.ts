// Sorts findings for the report: by product and file, in the order of the file, causes alone. What follows from a cause is counted
// beneath it, so that one wrong name does not hide among hundreds of findings.
import { basename } from "node:path";
import { LANGUAGES } from "#engine/values/languages.ts";
import { describe, type Finding, formatCount, isError } from "../read/findings/finding.ts";

const ALL_PRODUCTS = "all products";

/** Name above a group of findings. */
export function findOwner({ file, product }: Finding): string {
  if (product) return product;
  const [, owner] = /^(?:(?:schemas|fixtures)\/products|fixtures\/steps)\/([^/]+)\//.exec(file) ?? [];
  return owner ?? (file.startsWith("schemas/portal/") ? "portal" : ALL_PRODUCTS);
}

/** A file of texts before its translations. */
const byLanguage = (file: string): string =>
  file.replace(/\.(\w\w)\.json$/, (end, language) => {
    const index = LANGUAGES.indexOf(language);
    return index < 0 ? end : `.${index}.json`;
  });

/** In this order, as journeys start from the bases of cases. */
const KINDS = ["schemas/", "fixtures/products/", "fixtures/portfolio/", "fixtures/steps/", "fixtures/journeys/"];

/** Each once: errors before notes, content before its fixtures, then by file and place. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [`${finding.file} ${finding.place} ${finding.sentence}`, finding]));
  const rank = ({ level, file }: Finding) =>
    Number(level === "note") * KINDS.length + KINDS.findIndex((kind) => file.startsWith(kind));
  return [...unique.values()].sort(
    (left, right) =>
      rank(left) - rank(right) ||
      byLanguage(left.file).localeCompare(byLanguage(right.file)) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0),
  );
}

/** Of several findings about the same thing the first is the cause, the others follow. */
export function markFollowers(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return markUnused(markMisspelt(findings)).map((finding) => {
    const { about, follows } = finding;
    if (about === undefined || follows) return finding;
    const subject = `${findOwner(finding)} ${about}`;
    if (seen.has(subject)) return { ...finding, follows: true };
    seen.add(subject);
    return finding;
  });
}

/**
 * A file that cannot be read, an error that names what is unused, and for other than texts an error about a name that is missing may
 * be why nothing uses it. Another error is not: both are listed.
 */
function markUnused(findings: readonly Finding[]): Finding[] {
  const errors = findings.filter(isError).map((cause) => ({ cause, owner: findOwner(cause), text: writeOut(cause) }));
  return findings.map((finding) => {
    if (!finding.unused) return finding;
    const owner = findOwner(finding);
    const names = namesIn(
      finding.place ||
        basename(finding.file)
          .replace(/\.\w+$/, "")
          .replaceAll("-", "_"),
    );
    const explains = ({ cause, owner: other, text }: (typeof errors)[number]) =>
      (owner === other || owner === ALL_PRODUCTS || other === ALL_PRODUCTS) &&
      (cause.place === "" ||
        (cause.about !== undefined && !isText(finding)) ||
        names.some((name) => text.includes(dotted(name))));
    const cause = errors.find(explains)?.cause;
    return cause ? { ...finding, follows: true, cause: nameFinding(cause) } : finding;
  });
}

/** Parts of a text's key that many keys have. */
const COMMON =
  /^(wizard|field|step|notice|why|section|error|request|text_values|lists|features|steps|premium|portal|option|label|help|placeholder|tooltip|title|text|intro|name|message|\d+)$/;

const isText = ({ file }: Finding): boolean => /\/texts\.\w+\.json$/.test(file);
const namesIn = (pointer: string): string[] =>
  pointer.split(/[./]/).filter((name) => name !== "" && !COMMON.test(name));
const writeOut = ({ place, sentence, hint }: Finding): string => dotted(`${place} ${sentence} ${hint}`);
const nameFinding = ({ file, place, sentence }: Finding): string => `${file} ${place} ${sentence}`;

/**
 * A misspelt name is reported once: other findings about it, or about the name that was meant, are consequences. Of the content alone: the
 * same word in two journeys may be two mistakes.
 */
function markMisspelt(findings: readonly Finding[]): Finding[] {
  const misspelt: { cause: Finding; names: string[] }[] = [];
  const findCause = (finding: Finding): Finding | undefined => {
    const text = writeOut(finding);
    const explains = (cause: Finding) =>
      findOwner(cause) === findOwner(finding) && (isError(cause) || !isError(finding));
    return misspelt.find(({ cause, names }) => explains(cause) && names.some((name) => text.includes(dotted(name))))
      ?.cause;
  };
  const isContent = ({ file, follows }: Finding) => !follows && /^(?:schemas|fixtures\/products)\//.test(file);
  for (const finding of findings.filter(isContent)) {
    const [, meant] = MEANT.exec(finding.hint) ?? [];
    if (meant === undefined || findCause(finding)) continue;
    const [, written = meant] = QUOTED.exec(finding.sentence) ?? [];
    misspelt.push({ cause: finding, names: [written, meant] });
  }
  return findings.map((finding) => {
    const cause = isContent(finding) ? findCause(finding) : undefined;
    return cause === undefined || cause === finding
      ? finding
      : { ...finding, about: cause.about, follows: true, cause: nameFinding(cause) };
  });
}

/** So that a path, a key and a sentence name each of their parts. */
const dotted = (text: string): string => `.${text.replace(/[^\w-]+/g, ".")}.`;
const MEANT = /^did you mean "(.+)"\?$/;
const QUOTED = /"([^"]+)"/;

interface Cause {
  finding: Finding;
  followers: Finding[];
}

interface Group {
  owner: string;
  causes: Cause[];
}

/** By product, those with errors first. */
function groupFindings(findings: readonly Finding[]): Group[] {
  const causes = findings.filter(({ follows }) => !follows).map((finding): Cause => ({ finding, followers: [] }));
  for (const follower of findings.filter(({ follows }) => follows))
    findCause(causes, follower)?.followers.push(follower);
  const groups = [...Map.groupBy(causes, ({ finding }) => findOwner(finding))];
  const withoutErrors = (group: Group) => Number(!group.causes.some(({ finding }) => isError(finding)));
  return groups
    .map(([owner, ownedCauses]) => ({ owner, causes: ownedCauses }))
    .sort((left, right) => withoutErrors(left) - withoutErrors(right) || left.owner.localeCompare(right.owner));
}

/**
 * The cause that is about the same, a note too. Otherwise the first error in the same file, of the product, of all
 * products.
 */
function findCause(causes: readonly Cause[], follower: Finding): Cause | undefined {
  const owner = findOwner(follower);
  const errors = causes.filter(({ finding }) => isError(finding));
  const ownCauses = errors.filter(({ finding }) => findOwner(finding) === owner);
  return (
    causes.find(({ finding }) => nameFinding(finding) === follower.cause || isSame(finding, follower)) ??
    ownCauses.find(({ finding }) => finding.file === follower.file) ??
    ownCauses[0] ??
    errors.find(({ finding }) => findOwner(finding) === ALL_PRODUCTS) ??
    errors[0]
  );
}

const isSame = (cause: Finding, follower: Finding): boolean =>
  follower.about !== undefined && cause.about === follower.about && findOwner(cause) === findOwner(follower);

export function report(findings: readonly Finding[], all = false): string[] {
  return groupFindings(findings).flatMap(({ owner, causes }) => [
    `${owner}:`,
    ...causes.flatMap(({ finding, followers }) => [
      `  ${describe(finding)}`,
      ...(all ? followers.map((follower) => `      follows: ${describe(follower)}`) : folded(followers)),
    ]),
  ]);
}

function folded(followers: readonly Finding[]): string[] {
  if (followers.length === 0) return [];
  const files = new Set(followers.map(({ file }) => file));
  const many = followers.length === 1 ? "1 more finding follows" : `${followers.length} more findings follow`;
  return [`      ${many} from this, in ${formatCount(files.size, "file")} (--all lists them)`];
}

/** Whether it is about one product: its own, or what all products share. */
export const concerns = (finding: Finding, product: string): boolean =>
  [product, ALL_PRODUCTS].includes(findOwner(finding));

/** For programs: causes with their product, place and what follows from each. */
export function toJson(findings: readonly Finding[]): string {
  const causes = groupFindings(findings).flatMap(({ owner, causes }) =>
    causes.map(({ finding, followers }) => ({
      product: owner,
      ...withoutSubject(finding),
      followers: followers.map(withoutSubject),
    })),
  );
  return JSON.stringify({ errors: causes.filter(isError).length, findings: causes }, null, 2);
}

const withoutSubject = (finding: Finding) => {
  const { about: _about, follows: _follows, unused: _unused, product: _product, cause: _cause, ...shown } = finding;
  return shown;
};

/** As JUnit has it, which CI servers read: a failed case for every cause, one that passed when there is none. */
export function toJunit(findings: readonly Finding[]): string {
  const errors = groupFindings(findings.filter(isError)).flatMap(({ owner, causes }) =>
    causes.map(({ finding }) => {
      const name = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(":");
      const failure = `<failure message="${escapeXml(finding.sentence)}">${escapeXml(describe(finding))}</failure>`;
      return `    <testcase classname="${escapeXml(owner)}" name="${escapeXml(name)}">${failure}</testcase>`;
    }),
  );
  const cases = errors.length > 0 ? errors : ['    <testcase classname="content" name="no errors"/>'];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="npm run check" tests="${cases.length}" failures="${errors.length}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

const XML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Of HTML too. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => XML[sign] ?? sign);
