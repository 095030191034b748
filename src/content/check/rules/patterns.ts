// Patterns that could hang the browser or the server, because some text makes them backtrack exponentially. Every
// pattern of the content is judged, those of conditions too. The analyser is loaded only for those that are not plainly
// safe.
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { membersOf } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

/** `detail`: the fault in a pattern that is not valid, or what a text repeats that makes it hang. */
type Verdict = { kind: "invalid" | "unclear" | "hangs"; detail?: string };

/** Characters and classes one by one, a fixed number of times, and at most one open end: one way to read any text. */
const PLAIN = /^\^?(?:(?:[^()|*+?{}[\]\\]|\\.|\[(?:[^\\\]]|\\.)+\])(?:\{\d+\})?)*[+*]?\$?$/;
/** Whether it may begin anywhere: an open end would then be tried from every place. */
const FLOATING = /^[^^].*[+*]/s;
const TIMEOUT_MS = 5000;

const judged = new Map<string, Verdict | null>();

export async function checkPatterns(files: readonly JsonFile[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { file, content } of files) {
    for (const { key, value, place } of membersOf(content)) {
      const verdict = key === "pattern" && typeof value === "string" ? await judge(value) : null;
      if (verdict) findings.push(error(file, place, ...explain(verdict)));
    }
  }
  return findings;
}

function explain({ kind, detail }: Verdict): [sentence: string, hint: string] {
  if (kind === "invalid")
    return [t`the pattern is not a regular expression (${detail})`, t`check its brackets and signs`];
  const hint = t`write it so that a text can be read in one way only: no repetition inside a repetition, ^ and $ around it`;
  if (kind === "unclear") return [t`nothing shows that the pattern cannot hang`, hint];
  if (detail === undefined) return [t`the pattern can hang the portal`, hint];
  const text = JSON.stringify(detail);
  return [t`the pattern can hang the portal on a text that repeats ${text} many times`, hint];
}

async function judge(source: string): Promise<Verdict | null> {
  const cached = judged.get(source);
  if (cached !== undefined) return cached;
  const verdict = await analyse(source);
  judged.set(source, verdict);
  return verdict;
}

async function analyse(source: string): Promise<Verdict | null> {
  const wrong = syntaxError(source);
  if (wrong) return { kind: "invalid", detail: wrong };
  if (PLAIN.test(source) && !FLOATING.test(source)) return null;
  // The analyser as plain JavaScript: without it would start a program of its own for every pattern.
  process.env.RECHECK_BACKEND = "pure";
  const { checkSync } = await import("recheck");
  const { status, ...verdict } = checkSync(source, "u", { timeout: TIMEOUT_MS });
  if (status === "safe") return null;
  if (status === "unknown") return { kind: "unclear" };
  return { kind: "hangs", detail: "attack" in verdict ? verdict.attack?.pumps[0]?.pump : undefined };
}

function syntaxError(source: string): string | null {
  try {
    new RegExp(source, "u");
    return null;
  } catch (reason) {
    return (reason instanceof Error ? reason.message : String(reason)).replace(/^.*: /s, "");
  }
}
