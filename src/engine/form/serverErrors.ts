// Refusals of the server for one step. Each holds for the value it was raised for: another value of that field ends it. It follows
// its record when others are added, removed or moved.
import {
  byIndex,
  byRecordId,
  fieldId,
  fieldSegments,
  pointerSegments,
  toPointer,
  valueAt,
} from "../fields/fieldPath.ts";
import { sameValue } from "../fields/formValues.ts";
import type { Answers, FieldError, ServerError } from "../schema/types.ts";

interface HeldError {
  error: FieldError;
  /** With records by their ids. */
  path: string[];
  value: unknown;
}

export class ServerErrors {
  readonly #step: string;
  readonly #held = new Map<string, HeldError>();

  constructor(step: string) {
    this.#step = step;
  }

  /** Replaces all earlier ones. Returns the fields concerned. `sent`: the answers that the server has judged. */
  set(errors: readonly ServerError[], data: Answers, sent: Answers): string[] {
    this.#held.clear();
    for (const wire of errors) {
      if (wire.step !== undefined && wire.step !== this.#step) continue;
      const path = byRecordId(pointerSegments(wire.pointer), sent);
      const id = fieldId(this.#step, fieldSegments(path, data));
      const { params, message } = wire;
      const pointer = toPointer(byIndex(path, data));
      const error: FieldError = { id, pointer, keyword: wire.keyword || "server", params: params ?? {} };
      if (message !== undefined) error.message = message;
      this.#held.set(id, { error, path, value: valueAt(data, path) });
    }
    return [...this.#held.keys()];
  }

  clear(): void {
    this.#held.clear();
  }

  /** Ends those whose value changed. The others point to where their record is now. */
  settle(data: Answers): void {
    for (const [id, { error, path, value }] of this.#held) {
      const pointer = toPointer(byIndex(path, data));
      if (!sameValue(valueAt(data, path), value)) this.#held.delete(id);
      else if (pointer !== error.pointer) this.#held.set(id, { error: { ...error, pointer }, path, value });
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
