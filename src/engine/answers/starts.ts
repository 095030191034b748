// Fields with `startsWith`: each has the value of its expression until the broker enters another one. Nothing stores whether a field
// follows. A value from elsewhere (stored, a draft, another tab) follows when it equals the expression, and otherwise it is the
// broker's, as is an empty field of a stored step (decisions 165).

import { compute } from "../expressions/evaluate.ts";
import { isPath, readAnswer } from "../expressions/paths.ts";
import { valueAt } from "../fields/fieldPath.ts";
import { sameValue, withValue } from "../fields/formValues.ts";
import { isInRemovedRecord } from "../fields/recordFields.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Expression, Schema } from "../schema/schema.ts";
import { visitSchema } from "../schema/schemaVisitor.ts";
import type { Answers } from "../schema/types.ts";
import { type ActiveContext, activeData } from "./activeData.ts";
import { findPlaces } from "./defaults.ts";

type Path = readonly string[];

interface StartField {
  /** `*` is each record of a list or each row of a table. */
  path: Path;
  expression: Expression;
}

const startFields = oncePer((schema: Schema): readonly StartField[] => {
  const fields: StartField[] = [];
  visitSchema(schema, ({ schema: { startsWith }, path }) => {
    if (startsWith !== undefined) fields.push({ path, expression: startsWith });
  });
  return fields;
});

const toId = (path: Path): string => path.join("/");

export class Starts {
  /** What each field that follows was last filled with. Undefined while its expression is unknown. */
  readonly #following = new Map<string, unknown>();
  readonly #own = new Set<string>();
  #isReceived = (_id: string): boolean => false;

  /** The answers of the whole step were opened: in a stored step an empty field was left empty. */
  open(isStored: boolean): void {
    this.#following.clear();
    this.#own.clear();
    this.#isReceived = () => isStored;
  }

  /** The broker changed these fields. What was removed with its record may come back as it was. */
  edited(schema: Schema, data: Answers, paths: readonly Path[]): void {
    for (const path of paths) {
      const id = toId(path);
      const isSame = this.#following.has(id) && sameValue(valueAt(data, path), this.#following.get(id));
      if (!isSame && !isInRemovedRecord(schema, data, path)) this.#own.add(id);
    }
  }

  /** These fields have values from elsewhere: they and all others are judged by their values. */
  received(paths: readonly Path[]): void {
    const ids = new Set([...this.#following.keys(), ...this.#own, ...paths.map(toId)]);
    this.open(false);
    this.#isReceived = (id) => ids.has(id);
  }

  fill(schema: Schema, data: Answers, context: ActiveContext): Answers {
    const fields = startFields(schema);
    let filled = data;
    // A field may start with another one: the last of a chain needs a round for each.
    for (let round = 0; round < fields.length; round += 1) {
      const before = filled;
      const active = activeData(schema, before, context);
      for (const { path, expression } of fields)
        for (const place of findPlaces(active, path)) {
          const scope = {
            here: valueAt(active, place.slice(0, -1)),
            answers: context.answers ?? {},
            today: context.today,
          };
          const value = isPath(expression) ? readAnswer(expression, scope) : compute(expression, scope);
          filled = this.#settle(place, value, filled, (tried) => activeData(schema, tried, context));
        }
      if (filled === before) break;
    }
    this.#isReceived = () => false;
    return filled;
  }

  #settle(path: Path, value: unknown, data: Answers, findActive: (data: Answers) => Answers): Answers {
    const id = toId(path);
    if (this.#own.has(id)) return data;
    const current = valueAt(data, path);
    if (sameValue(current, value)) {
      this.#following.set(id, value);
      return data;
    }
    // A hidden field waits until it is shown.
    const shown = withValue(data, path, current ?? value);
    if (valueAt(findActive(shown), path) === undefined) return data;
    const follows = this.#following.has(id)
      ? sameValue(current, this.#following.get(id))
      : current === undefined && !this.#isReceived(id);
    if (!follows) {
      this.#own.add(id);
      return data;
    }
    this.#following.set(id, value);
    return withValue(data, path, value);
  }
}
