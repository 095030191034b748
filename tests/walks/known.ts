// The small model of a walk: what was typed, the answers with which each step was last confirmed, which requests were
// sent. Together with the register it determines what may be locked, completed, priced and sent. It contains no more
// than that.
import type { Answers } from "#engine/schema/types.ts";

export interface Confirmed {
  number: unknown;
  /** Price and choices, for a step that depends on them. */
  price: unknown;
}

export class Known {
  /** By field: what a broker typed belongs to no number. */
  readonly typed = new Map<string, Set<unknown>>();
  /** By draft and step. */
  readonly confirmed = new Map<string, Map<string, Confirmed>>();
  /** Numbers of sent requests, by draft. */
  readonly numbers = new Map<string, string>();

  remember(data: Answers): void {
    for (const [field, value] of Object.entries(data)) {
      const values = this.typed.get(field) ?? new Set();
      this.typed.set(field, values.add(value));
    }
  }
}
