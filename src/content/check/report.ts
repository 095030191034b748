// Sorts findings for the report: by product and file, in the order of the file. Ends the check of a product after the first stage with
// an error, so that one wrong name does not hide among hundreds of findings.
import { dirname } from "node:path";
import { LANGUAGES } from "#engine/values/languages.ts";
import { describe, type Finding, isError, STAGES } from "../read/findings/finding.ts";

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

/**
 * Ends the check of a product after the first stage that has an error. What all products share ends it for each of them. A note about
 * what all share counts only while no product has an error before it: its name may be misspelt there.
 */
export function endStages(findings: readonly Finding[]): Finding[] {
  const rank = ({ stage = "means" }: Finding) => STAGES.indexOf(stage);
  const lastRanks = new Map<string, number>();
  for (const finding of findings.filter(isError)) {
    const owner = findOwner(finding);
    lastRanks.set(owner, Math.min(lastRanks.get(owner) ?? STAGES.length, rank(finding)));
  }
  const ofOwner = (owner: string) => lastRanks.get(owner) ?? STAGES.length;
  const first = Math.min(STAGES.length, ...lastRanks.values());
  return findings.filter((finding) => {
    const owner = findOwner(finding);
    const last = Math.min(ofOwner(owner), ofOwner(ALL_PRODUCTS));
    return rank(finding) <= (owner === ALL_PRODUCTS && !isError(finding) ? first : last);
  });
}

/** Whether the check of a product has ended. */
export const hasEnded = (findings: readonly Finding[], product: string): boolean =>
  findings.some((finding) => isError(finding) && concerns(finding, product));

/**
 * A name that does not exist is reported at the first place, as is one that is misspelt: not each place that spells it in the other way.
 * What several cases or journeys show is reported at the first, and a note about the same place once for all files of a folder.
 */
export function onceOnly(findings: readonly Finding[]): Finding[] {
  const unknown: { owner: string; names: string[] }[] = [];
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = identify(finding);
    if (key !== undefined) return !seen.has(key) && seen.add(key);
    if (finding.stage !== "refers") return true;
    const owner = findOwner(finding);
    const { place, sentence, remedy: [remedy] = [] } = finding;
    const meant = remedy?.kind === "respell" ? remedy.to : undefined;
    const [, written = ""] = QUOTED.exec(sentence) ?? [];
    const text = dotted(`${place} ${sentence} ${meant ?? ""}`);
    const isKnown = unknown.some(
      (other) => other.owner === owner && other.names.some((name) => text.includes(dotted(name))),
    );
    if (!isKnown) unknown.push({ owner, names: meant === undefined ? [written] : [written, meant] });
    return !isKnown;
  });
}

/** What several findings show, or undefined where each is listed. */
function identify(finding: Finding): string | undefined {
  const { file, place, sentence, hint, stage, shows = sentence } = finding;
  if (!isError(finding))
    return place === "" ? undefined : `${findOwner(finding)} ${dirname(file)} ${place} ${sentence}`;
  // Requests that end otherwise for the same reason show the same.
  if (stage === "behaves") return `${findOwner(finding)} ${shows}`;
  const [, column] = file.endsWith(".csv") ? (IN_TABLE.exec(place) ?? []) : [];
  return column === undefined ? undefined : `${file} ${column} ${hint}`;
}

/** So that a path, a key and a sentence name each of their parts. */
const dotted = (text: string): string => `.${text.replace(/[^\w-]+/g, ".")}.`;
/** What is wrong in each row of a table: its row and column. */
const IN_TABLE = /.*\/\d+\/(.+)$/;
const QUOTED = /"([^"]+)"/;

/** By product, those with errors first. */
function groupFindings(findings: readonly Finding[]): { owner: string; findings: Finding[] }[] {
  const withoutErrors = (group: { findings: Finding[] }) => Number(!group.findings.some(isError));
  return [...Map.groupBy(findings, findOwner)]
    .map(([owner, owned]) => ({ owner, findings: owned }))
    .sort((left, right) => withoutErrors(left) - withoutErrors(right) || left.owner.localeCompare(right.owner));
}

export const report = (findings: readonly Finding[]): string[] =>
  groupFindings(findings).flatMap(({ owner, findings: owned }) => [
    `${owner}:`,
    ...owned.map((finding) => `  ${describe(finding)}`),
  ]);

/** Whether it is about one product: its own, or what all products share. */
export const concerns = (finding: Finding, product: string): boolean =>
  [product, ALL_PRODUCTS].includes(findOwner(finding));

/** For programs: findings with their product and place. */
export function toJson(findings: readonly Finding[]): string {
  const all = groupFindings(findings).flatMap(({ findings: owned }) => owned);
  const shown = all.map(({ stage = "means", ...rest }) => ({ ...rest, product: findOwner(rest), stage }));
  return JSON.stringify({ errors: all.filter(isError).length, findings: shown }, null, 2);
}

/** As JUnit has it, which CI servers read: a failed case for every error, one that passed when there is none. */
export function toJunit(findings: readonly Finding[]): string {
  const all = groupFindings(findings.filter(isError)).flatMap(({ findings: owned }) => owned);
  const errors = all.map((finding) => {
    const name = [finding.file, finding.line ?? [], finding.column ?? []].flat().join(":");
    const failure = `<failure message="${escapeXml(finding.sentence)}">${escapeXml(describe(finding))}</failure>`;
    return `    <testcase classname="${escapeXml(findOwner(finding))}" name="${escapeXml(name)}">${failure}</testcase>`;
  });
  const cases = errors.length > 0 ? errors : ['    <testcase classname="content" name="no errors"/>'];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>',
    `  <testsuite name="npm run check" tests="${cases.length}" failures="${errors.length}">`,
    ...cases,
    "  </testsuite>\n</testsuites>\n",
  ].join("\n");
}

const XML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Of HTML too. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => XML[sign] ?? sign);
