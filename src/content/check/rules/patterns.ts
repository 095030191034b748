// Patterns that could hang the browser or the server, because some text makes them backtrack exponentially. Every
// pattern of the content is judged, those of conditions too. The analyser is loaded only for those that are not plainly
// safe.
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { membersOf } from "../../read/findings/reporting.ts";

type Verdict = { sentence: string; hint: string } | null;

/** Characters and classes one by one, a fixed number of times, and at most one open end: one way to read any text. */
const PLAIN = /^\^?(?:(?:[^()|*+?{}[\]\\]|\\.|\[(?:[^\\\]]|\\.)+\])(?:\{\d+\})?)*[+*]?\$?$/;
/** Whether it may begin anywhere: an open end would then be tried from every place. */
const FLOATING = /^[^^].*[+*]/s;
const TIMEOUT_MS = 5000;

const judged = new Map<string, Verdict>();

export async function checkPatterns(files: readonly JsonFile[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { file, content } of files) {
    for (const { key, value, place } of membersOf(content)) {
      const verdict = key === "pattern" && typeof value === "string" ? await judge(value) : null;
      if (verdict) findings.push(error(file, place, verdict.sentence, verdict.hint));
    }
  }
  return findings;
}

async function judge(source: string): Promise<Verdict> {
  const cached = judged.get(source);
  if (cached !== undefined) return cached;
  const verdict = await analyse(source);
  judged.set(source, verdict);
  return verdict;
}

async function analyse(source: string): Promise<Verdict> {
  const wrong = syntaxError(source);
  if (wrong)
    return { sentence: `the pattern is not a regular expression (${wrong})`, hint: "check its brackets and signs" };
  if (PLAIN.test(source) && !FLOATING.test(source)) return null;
  // The analyser as plain JavaScript: without it would start a program of its own for every pattern.
  process.env.RECHECK_BACKEND = "pure";
  const { checkSync } = await import("recheck");
  const { status, ...verdict } = checkSync(source, "u", { timeout: TIMEOUT_MS });
  if (status === "safe") return null;
  const hint =
    "write it so that a text can be read in one way only: no repetition inside a repetition, ^ and $ around it";
  if (status === "unknown") return { sentence: "nothing shows that the pattern cannot hang", hint };
  const pump = "attack" in verdict ? verdict.attack?.pumps[0]?.pump : undefined;
  const attack = pump === undefined ? "" : ` on a text that repeats ${JSON.stringify(pump)} many times`;
  return { sentence: `the pattern can hang the portal${attack}`, hint };
}

function syntaxError(source: string): string | null {
  try {
    new RegExp(source, "u");
    return null;
  } catch (reason) {
    return (reason instanceof Error ? reason.message : String(reason)).replace(/^.*: /s, "");
  }
}
