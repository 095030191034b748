// `npm run fixtures -- accept`: shows each amount of a journey that came out otherwise, with what made it, and writes them as they
// are now. What was never worked out (null) stays open. Only the tester may accept a changed outcome.
import { readFileSync } from "node:fs";
import { editJson } from "../read/files/formatJson.ts";
import { writeInOneMove } from "../read/files/writeInOneMove.ts";
import { type Finding, formatCount, isError } from "../read/findings/finding.ts";
import type { OtherAmounts } from "./journeys/amounts.ts";

interface CheckOutcome {
  findings: readonly Finding[];
  otherAmounts: readonly OtherAmounts[];
}

interface AcceptOptions {
  product?: string | undefined;
  /** Whether what is shown is written too. */
  write: boolean;
}

/** Returns what to print, and whether nothing is left to do. */
export function acceptAmounts(
  { findings, otherAmounts }: CheckOutcome,
  { product, write }: AcceptOptions,
): { lines: string[]; well: boolean } {
  const others = otherAmounts.filter((other) => product === undefined || other.product === product);
  const lines = [...Map.groupBy(others, ({ blame }) => blame)].flatMap(([blame, blamed]) => [
    blame === "" ? "Of these no single line of the tariff is the cause:" : `By ${blame}:`,
    ...blamed.flatMap(describeAmounts),
  ]);
  const journeys = new Map(others.map(({ file }) => [file.path, others.filter((other) => other.file === file)]));
  if (write) for (const [path, journeyAmounts] of journeys) writeAmounts(path, journeyAmounts);
  const files = formatCount(journeys.size, "file");
  const about = new Set(others.map(({ file }) => file.file));
  const left = findings.filter(
    (finding) => isError(finding) && !(about.has(finding.file) && /\/premium\//.test(finding.place)),
  );
  const more = left.length > 0 ? [`${formatCount(left.length, "other error")}: npm run check says which.`] : [];
  if (others.length === 0) return { lines: ["No amount came out otherwise.", ...more], well: left.length === 0 };
  const end = write
    ? `Written in ${files}. Read the difference in git before you keep it.`
    : `${files}. Nothing was written: npm run fixtures -- accept --write writes the new amounts.`;
  return { lines: [...lines, end, ...more], well: write && left.length === 0 };
}

function describeAmounts({ file, place, amounts, madeOf }: OtherAmounts): string[] {
  const changes = amounts.map(({ name, wanted, given }) => `${name} ${wanted.toFixed(2)} -> ${given.toFixed(2)}`);
  return [`  ${file.file} ${place}: ${changes.join(", ")}`, `    made of ${madeOf}`];
}

/** Where the amounts are in their file, with what they are and become. */
export const listAmountEdits = ({ place, amounts }: OtherAmounts) =>
  amounts.map(({ name, wanted, given }) => {
    const segments = place.split("/").slice(1).concat(name);
    return { path: segments.map((key) => (/^\d+$/.test(key) ? Number(key) : key)), was: wanted, value: given };
  });

/** In the notation of the file. */
function writeAmounts(path: string, journeyAmounts: readonly OtherAmounts[]): void {
  const edits = journeyAmounts.flatMap(listAmountEdits);
  const text = edits.reduce((now, { path: keys, value }) => editJson(now, keys, value), readFileSync(path, "utf8"));
  writeInOneMove(path, text);
}
