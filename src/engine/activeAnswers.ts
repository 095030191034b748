// The answers that count, kept so that who compares by identity sees what changed and nothing else.
import { type ActiveContext, activeData } from "./activeData.ts";
import { conditionNames } from "./conditionNames.ts";
import { changedPaths, shareEqual } from "./formValues.ts";
import type { JsonObject } from "./types.ts";

export class ActiveAnswers {
  #all: JsonObject = {};
  #deciding: JsonObject = {};
  #schema: JsonObject | undefined;

  all = (): JsonObject => this.#all;

  /** As they were when an answer that a condition reads changed last: until then the same fields show. */
  deciding = (): JsonObject => this.#deciding;

  /** Finds out anew which of the data count; answers the paths of what changed. */
  update(schema: JsonObject, data: JsonObject, context: ActiveContext): string[][] {
    const before = this.#all;
    this.#all = shareEqual(before, activeData(schema, data, context)) as JsonObject;
    const same = [...conditionNames(schema)].every((name) => Object.is(this.#deciding[name], this.#all[name]));
    if (!same || schema !== this.#schema) this.#deciding = this.#all;
    this.#schema = schema;
    return changedPaths(before, this.#all);
  }
}
