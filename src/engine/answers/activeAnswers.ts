// The answers that count. Parts that did not change keep their identity, so that a comparison by identity is enough.

import { valueAt } from "../fields/fieldPath.ts";
import { changedPaths, shareEqual, withValue } from "../fields/formValues.ts";
import { conditionNames } from "../schema/conditionNames.ts";
import type { Schema } from "../schema/schema.ts";
import type { Answers } from "../schema/types.ts";
import { type ActiveContext, activeData } from "./activeData.ts";

export class ActiveAnswers {
  #all: Answers = {};
  #deciding: Answers = {};
  #schema: Schema | undefined;
  #judged: Parameters<typeof activeData> | undefined;

  all = (): Answers => this.#all;

  /** As they were when an answer that a condition reads last changed: until the next such change the same fields show. */
  deciding = (): Answers => this.#deciding;

  /** Whether a field is there: a value at its path would count. */
  shows(path: readonly string[]): boolean {
    if (!this.#judged) return true;
    const [schema, data, context] = this.#judged;
    return valueAt(activeData(schema, withValue(data, path, [""]), context), path) !== undefined;
  }

  /** Determines again which answers count. Returns the paths of what changed. */
  update(schema: Schema, data: Answers, context: ActiveContext): string[][] {
    const before = this.#all;
    this.#judged = [schema, data, context];
    this.#all = shareEqual(before, activeData(schema, data, context)) as Answers;
    const same = [...conditionNames(schema)].every((name) => Object.is(this.#deciding[name], this.#all[name]));
    if (!same || schema !== this.#schema) this.#deciding = this.#all;
    this.#schema = schema;
    return changedPaths(before, this.#all);
  }
}
