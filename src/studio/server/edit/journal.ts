// The acts of the studio in their order, with what each changed, so that they are undone and redone over all files that they
// touched, also after a restart. It is data of the studio, not content.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import type { Language } from "#engine/schema/types.ts";
import type { Splice } from "./splice.ts";

export interface JournalAct {
  /** What was done, in the words of an analyst. */
  sentence: Record<Language, string>;
  at: string;
  splices: Splice[];
  /** Successive acts with the same name are one: the keys of one word. */
  merge?: string | undefined;
}

/** Older acts can no longer be undone. */
const LONGEST = 500;

interface JournalState {
  acts: JournalAct[];
  /** How many of the acts are done. The later ones can be redone. */
  done: number;
}

export class Journal {
  readonly #path: string;
  #state: JournalState;

  constructor(path: string) {
    this.#path = path;
    this.#state = readState(path);
  }

  get acts(): readonly JournalAct[] {
    return this.#state.acts;
  }

  get done(): number {
    return this.#state.done;
  }

  get last(): JournalAct | undefined {
    return this.#state.acts[this.#state.done - 1];
  }

  get next(): JournalAct | undefined {
    return this.#state.acts[this.#state.done];
  }

  /** Adds an act, in the place of those that were undone. */
  add(act: JournalAct): void {
    const acts = [...this.#state.acts.slice(0, this.#state.done), act].slice(-LONGEST);
    this.#write({ acts, done: acts.length });
  }

  /** Puts another act in the place of the last one. */
  replaceLast(act: JournalAct | null): void {
    const acts = [...this.#state.acts.slice(0, this.#state.done - 1), ...(act ? [act] : [])];
    this.#write({ acts, done: acts.length });
  }

  move(by: 1 | -1): void {
    this.#write({ ...this.#state, done: this.#state.done + by });
  }

  #write(state: JournalState): void {
    this.#state = state;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeInOneMove(this.#path, JSON.stringify(state));
  }
}

function readState(path: string): JournalState {
  const empty: JournalState = { acts: [], done: 0 };
  if (!existsSync(path)) return empty;
  try {
    const { acts, done } = JSON.parse(readFileSync(path, "utf8")) as JournalState;
    return Array.isArray(acts) && done >= 0 && done <= acts.length ? { acts, done } : empty;
  } catch {
    return empty;
  }
}
