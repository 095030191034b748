// Parses fault settings such as `latency:500,503:0.1,drop:0.05,double,reorder seed=7` and draws the fault of each call. The same
// seed and calls give the same faults, in whatever order calls of different addresses come.
import { createHash } from "node:crypto";

export interface FaultPlan {
  /** The fault of a call, if any. `turn`: how often this address was called before. */
  draw(address: string, turn: number): Struck | undefined;
}

const WORDS = {
  latency: "delayed",
  double: "doubled",
  reorder: "reordered",
  drop: "reset",
  "502": "gateway",
  cut: "cut",
  truncate: "truncated",
  stall: "stalled",
} as const;
/** Error responses to inject, by status. */
const REFUSALS = {
  "401": "not_logged_in",
  "409": "conflict.step",
  "422": "invalid",
  "429": "too_many_requests",
  "500": "internal",
  "503": "unavailable",
} as const;
type Word = keyof typeof WORDS;
type Status = keyof typeof REFUSALS;
type Struck = { fault: (typeof WORDS)[Word]; delayMs?: number } | { refusal: (typeof REFUSALS)[Status] };

/** Default share of the calls. */
const SHARE = 0.1;
const LATENCY_MS = 500;

export const FAULT_WORDS = [...Object.keys(WORDS), ...Object.keys(REFUSALS)].join(", ");

interface Chance {
  name: string;
  share: number;
  struck: Struck;
}

/** Null when the text contains an unknown fault or a wrong number. */
export function readFaults(text: string): FaultPlan | null {
  const words = splitWords(text);
  const seed = words.find((word) => word.startsWith("seed="))?.slice(5) ?? "1";
  const chances = words.filter((word) => !word.startsWith("seed=")).map(readChance);
  if (!chances.every((chance) => chance !== null)) return null;
  return {
    draw(address, turn) {
      const lot = (name: string) => drawNumber(`${seed} ${name} ${turn} ${address}`);
      const hits = chances.filter(({ name, share }) => lot(name) < share);
      // The rarest fault wins, so that one with share 1 does not hide the others.
      return hits.sort((first, second) => first.share - second.share)[0]?.struck;
    },
  };
}

const splitWords = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The first word that is not a fault or has a wrong number. */
export const findUnknownFault = (text: string): string | undefined =>
  splitWords(text).find((word) => !word.startsWith("seed=") && readChance(word) === null);

/** `latency:500:0.3` delays 30 % of the calls by 500 ms. Without a share latency applies to every call. */
function readChance(word: string): Chance | null {
  const [name = "", ...rest] = word.split(":");
  const numbers = rest.map(Number);
  if (numbers.some((number) => !(number >= 0))) return null;
  if (name === "latency") {
    const [delayMs = LATENCY_MS, share = 1] = numbers;
    return { name, share, struck: { fault: "delayed", delayMs } };
  }
  const [share = SHARE] = numbers;
  if (share > 1 || numbers.length > 1) return null;
  const refusal = Object.hasOwn(REFUSALS, name) ? REFUSALS[name as Status] : undefined;
  if (refusal) return { name, share, struck: { refusal } };
  const fault = Object.hasOwn(WORDS, name) ? WORDS[name as Word] : undefined;
  return fault ? { name, share, struck: { fault } } : null;
}

/** A deterministic number from 0 to 1 (exclusive). */
const drawNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
