// Searches answers that make conditions true. Two facts restrict them: a field is answered only while the conditions
// that show it are true for the same answers, and only after it could be shown for the first time. The second is a
// fixed point: the fields that are always shown come first, then each field whose conditions are true for answers to
// those. What is never added waits for itself. Exact for choices, yes/no answers and numbers. Any text or list is
// possible unless the conditions name the values that they want. When a search becomes too long, the answers count as
// found: nothing that can happen is reported as impossible.
import { isDeepStrictEqual } from "node:util";
import { matches } from "#engine/rules/conditions.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import type { ListItem } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import { admits } from "./admits.ts";
import { candidates } from "./candidates.ts";
import { type FieldTable, type Guard, joinPath } from "./fieldTable.ts";

/** What is known of the answers so far. Never changed: each way has its own. */
interface Answers {
  shown: ReadonlySet<string>;
  empty: ReadonlySet<string>;
  values: ReadonlyMap<string, readonly Condition[]>;
}

type Ways = Iterable<Answers>;
type Goal = (answers: Answers) => Ways;

const NO_ANSWERS: Answers = { shown: new Set(), empty: new Set(), values: new Map() };
const LONGEST = 20_000;

class TooLong extends Error {}

export class AnswerSearch {
  readonly #table: FieldTable;
  readonly #lists: Readonly<Record<string, ListItem[] | undefined>>;
  readonly #reached = new Set<string>();
  #steps = 0;

  constructor(product: ProductFiles, table: FieldTable) {
    this.#table = table;
    this.#lists = resolveLists({ lists: table.lists }, backSources(product), {}).lists;
    let fields = [...table.fields];
    while (fields.length > 0) {
      fields = [...table.fields].filter(
        ([path, appearances]) => !this.#reached.has(path) && appearances.some(({ guards }) => this.exists(guards)),
      );
      for (const [path] of fields) this.#reached.add(path);
    }
  }

  /** Whether some answers make all of `hold` true and each of `fail` false. */
  exists(hold: readonly Guard[], fail: readonly Guard[] = []): boolean {
    return this.#finds([
      ...hold.map(({ condition, path }) => this.#holds(condition, path)),
      ...fail.map(({ condition, path }) => this.#fails(condition, path)),
    ]);
  }

  isShown = (path: string): boolean => this.#reached.has(path);

  #finds(goals: readonly Goal[]): boolean {
    this.#steps = 0;
    try {
      for (const _found of all(goals, NO_ANSWERS)) return true;
      return false;
    } catch (reason) {
      if (reason instanceof TooLong) return true;
      throw reason;
    }
  }

  #holds(condition: Condition, path: string): Goal {
    if (!this.#isObject(path)) return this.#answers(path, condition);
    const { required = [], properties = {}, allOf = [], anyOf, not } = condition;
    const goals = [
      ...required.map((name) => this.#shows(joinPath(path, name))),
      ...Object.entries(properties).map(([name, inner]) => {
        const inside = joinPath(path, name);
        const shownGoal = inOrder(this.#shows(inside), this.#later(inner, inside, true));
        return required.includes(name) ? shownGoal : either([this.#isEmpty(inside), shownGoal]);
      }),
      ...allOf.map((part) => this.#later(part, path, true)),
      ...(anyOf ? [either(anyOf.map((part) => this.#later(part, path, true)))] : []),
      ...(not ? [this.#later(not, path, false)] : []),
    ];
    return inOrder(...goals);
  }

  #fails(condition: Condition, path: string): Goal {
    if (!this.#isObject(path)) return this.#answers(path, { not: condition });
    const { required = [], properties = {}, allOf = [], anyOf, not } = condition;
    return either([
      ...required.map((name) => this.#isEmpty(joinPath(path, name))),
      ...Object.entries(properties).map(([name, inner]) => {
        const inside = joinPath(path, name);
        return inOrder(this.#shows(inside), this.#later(inner, inside, false));
      }),
      ...allOf.map((part) => this.#later(part, path, false)),
      ...(anyOf ? [inOrder(...anyOf.map((part) => this.#later(part, path, false)))] : []),
      ...(not ? [this.#later(not, path, true)] : []),
    ]);
  }

  /** A part of a condition, looked into when its turn comes. */
  #later(condition: Condition, path: string, holds: boolean): Goal {
    return (answers) => {
      this.#steps += 1;
      if (this.#steps > LONGEST) throw new TooLong();
      return (holds ? this.#holds(condition, path) : this.#fails(condition, path))(answers);
    };
  }

  /** A step, a group, or an object whose members come from a list. */
  #isObject = (path: string): boolean => path === "" || this.#table.objects.has(path);

  #isEmpty(path: string): Goal {
    return (answers) => {
      if (this.#table.objects.has(path) || answers.shown.has(path)) return [];
      return [{ ...answers, empty: new Set([...answers.empty, path]) }];
    };
  }

  #shows(path: string): Goal {
    const appearances = this.#table.fields.get(path);
    // A name that does not exist is reported where it is written.
    if (!appearances) return (answers) => [answers];
    return (answers) => {
      if (answers.empty.has(path) || !this.#reached.has(path)) return [];
      if (answers.shown.has(path)) return [answers];
      const ways = either(appearances.map(({ guards }) => this.#guarded(guards)));
      return ways({ ...answers, shown: new Set([...answers.shown, path]) });
    };
  }

  #guarded = (guards: readonly Guard[]): Goal =>
    inOrder(...guards.map(({ condition, path }) => this.#later(condition, path, true)));

  /** The answer to a field meets the condition, beside all that is asked of it already. */
  #answers(path: string, condition: Condition): Goal {
    const appearances = this.#table.fields.get(path);
    if (!appearances) return (answers) => [answers];
    return (answers) => {
      const wanted = [...(answers.values.get(path) ?? []), condition];
      const narrowed = { ...answers, values: new Map([...answers.values, [path, wanted]]) };
      return either(appearances.map(({ schema }) => this.#given(schema, wanted)))(narrowed);
    };
  }

  /**
   * One answer of the field meets all conditions. An answer that a rule of a list offers needs the condition of that
   * rule.
   */
  #given(schema: Schema, wanted: readonly Condition[]): Goal {
    const source = schema.enumFrom === undefined ? undefined : this.#table.lists[schema.enumFrom];
    const meets = (value: unknown) => admits(schema, value) && wanted.every((condition) => matches(condition, value));
    if (source && "rules" in source) {
      const offering = source.rules.filter(({ values }) => values.some(meets));
      return either(offering.map((rule) => this.#later(rule.if ?? {}, "", true)));
    }
    const items = schema.enumFrom === undefined ? undefined : this.#lists[schema.enumFrom];
    const values = items?.map(({ value }) => value) ?? candidates(schema, wanted);
    const isPossible = values === "any" ? !contradicts(wanted) : values.some(meets);
    return (answers) => (isPossible ? [answers] : []);
  }
}

/** Of what cannot be tried: one condition is the opposite of another. */
const contradicts = (wanted: readonly Condition[]): boolean =>
  wanted.some(({ not }) => not !== undefined && wanted.some((other) => isDeepStrictEqual(other, not)));

const either = (goals: readonly Goal[]): Goal =>
  function* ways(answers) {
    for (const goal of goals) yield* goal(answers);
  };

const inOrder =
  (...goals: Goal[]): Goal =>
  (answers) =>
    all(goals, answers);

function* all([goal, ...rest]: readonly Goal[], answers: Answers): Generator<Answers> {
  if (!goal) yield answers;
  else for (const partial of goal(answers)) yield* all(rest, partial);
}
