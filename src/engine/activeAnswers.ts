// The answers that count, kept so that who compares by identity sees what changed and nothing else.
import { type ActiveContext, activeData } from "./activeData.ts";
import { conditionNames } from "./conditionNames.ts";
import { changedPaths, shareEqual } from "./formValues.ts";
import type { Schema } from "./schema.ts";
import type { Answers } from "./types.ts";

export class ActiveAnswers {
  #all: Answers = {};
  #deciding: Answers = {};
  #schema: Schema | undefined;

  all = (): Answers => this.#all;

  /** As they were when an answer that a condition reads changed last: until then the same fields show. */
  deciding = (): Answers => this.#deciding;

  /** Finds out anew which of the data count; answers the paths of what changed. */
  update(schema: Schema, data: Answers, context: ActiveContext): string[][] {
    const before = this.#all;
    this.#all = shareEqual(before, activeData(schema, data, context)) as Answers;
    const same = [...conditionNames(schema)].every((name) => Object.is(this.#deciding[name], this.#all[name]));
    if (!same || schema !== this.#schema) this.#deciding = this.#all;
    this.#schema = schema;
    return changedPaths(before, this.#all);
  }
}
