// Refusals of the server for one step. Each holds for the value it was raised for: another value of that field ends it.
import { fieldId, fieldSegments, pointerSegments, valueAt } from "./fieldPath.ts";
import { sameValue } from "./formValues.ts";
import type { Answers, FieldError, ServerError } from "./types.ts";

interface Held {
  error: FieldError;
  segments: string[];
  value: unknown;
}

export class ServerErrors {
  readonly #step: string;
  readonly #held = new Map<string, Held>();

  constructor(step: string) {
    this.#step = step;
  }

  /** Takes the place of all earlier ones; returns the fields concerned. */
  set(errors: readonly ServerError[], data: Answers): string[] {
    this.#held.clear();
    for (const wire of errors) {
      if (wire.step !== undefined && wire.step !== this.#step) continue;
      const segments = pointerSegments(wire.pointer);
      const id = fieldId(this.#step, fieldSegments(segments, data));
      const { pointer, params, message } = wire;
      const error: FieldError = { id, pointer, keyword: wire.keyword || "server", params: params ?? {} };
      if (message !== undefined) error.message = message;
      this.#held.set(id, { error, segments, value: valueAt(data, segments) });
    }
    return [...this.#held.keys()];
  }

  clear(): void {
    this.#held.clear();
  }

  /** Ends those whose value changed. */
  settle(data: Answers): void {
    for (const [id, { segments, value }] of this.#held) {
      if (!sameValue(valueAt(data, segments), value)) this.#held.delete(id);
    }
  }

  /** The contract's errors, followed by the server's for fields that the contract has nothing against. */
  joined(errors: Map<string, FieldError>): Map<string, FieldError> {
    if (this.#held.size === 0) return errors;
    const all = new Map(errors);
    for (const [id, { error }] of this.#held) if (!all.has(id)) all.set(id, error);
    return all;
  }
}
