// Faults as one writes them, `latency:500,503:0.1,drop:0.05,double,reorder seed=7`: which there are, and which of them a call gets.
// The same seed and the same calls give the same faults, whatever the order in which calls of several addresses come.
import { createHash } from "node:crypto";
import type { Refusal } from "../portalError.ts";
import type { Fault } from "./line.ts";

export type Struck = { fault: Fault; delayMs?: number } | { refusal: Refusal };

export interface FaultPlan {
  /** What a call of an address gets; undefined: nothing goes wrong. `turn`: how often it was called before. */
  draw(address: string, turn: number): Struck | undefined;
}

const WORDS: Record<string, Fault> = {
  latency: "delayed",
  double: "doubled",
  reorder: "reordered",
  drop: "reset",
  "502": "gateway",
  cut: "cut",
  truncate: "truncated",
  stall: "stalled",
};
/** Refusals that nobody meant. */
const REFUSALS: Record<string, Refusal> = {
  "401": "not_logged_in",
  "409": "conflict.step",
  "422": "invalid",
  "429": "too_many_requests",
  "500": "internal",
  "503": "unavailable",
};
/** Of the calls, where no share is written. */
const SHARE = 0.1;
const LATENCY_MS = 500;

export const FAULT_WORDS = [...Object.keys(WORDS), ...Object.keys(REFUSALS)].join(", ");

interface Chance {
  name: string;
  share: number;
  struck: Struck;
}

/** Null: it says something that is no fault. */
export function readFaults(text: string): FaultPlan | null {
  const words = text
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  const seed = words.find((word) => word.startsWith("seed="))?.slice(5) ?? "1";
  const chances = words.filter((word) => !word.startsWith("seed=")).map(readChance);
  if (!chances.every((one) => one !== null)) return null;
  return {
    draw(address, turn) {
      const lot = (name: string) => drawNumber(`${seed} ${name} ${turn} ${address}`);
      const hits = chances.filter(({ name, share }) => lot(name) < share);
      // What is always there gives way to what is drawn.
      return hits.sort((one, other) => one.share - other.share)[0]?.struck;
    },
  };
}

/** `latency:500:0.3`: every call is late unless a share is written. */
function readChance(word: string): Chance | null {
  const [name = "", ...rest] = word.split(":");
  const numbers = rest.map(Number);
  if (numbers.some((one) => !(one >= 0))) return null;
  if (name === "latency") {
    const [delayMs = LATENCY_MS, share = 1] = numbers;
    return { name, share, struck: { fault: "delayed", delayMs } };
  }
  const [share = SHARE] = numbers;
  if (share > 1 || numbers.length > 1) return null;
  const refusal = Object.hasOwn(REFUSALS, name) ? REFUSALS[name] : undefined;
  if (refusal) return { name, share, struck: { refusal } };
  const fault = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  return fault ? { name, share, struck: { fault } } : null;
}

/** From 0 to 1, by the text alone. */
const drawNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
