// Fields that start with another answer: random sequences of edits against a model in which each field follows or is the broker's.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, EvaluationContext, RequestAnswers } from "#engine/schema/types.ts";
import { compileContract, contextWith, is, when } from "./support/step.ts";

const amount: Schema = { type: "integer", minimum: 0, maximum: 99 };
const name: Schema = { type: "string", maxLength: 20 };
const startingWith = (startsWith: string): Schema => ({ ...amount, startsWith });

const schema: Schema = {
  type: "object",
  properties: {
    twice: { ...amount, startsWith: ".double" },
    sum: { ...amount, startsWith: { sum: [".own", "earlier.fee"] } },
    own: amount,
    double: { type: "integer", computed: { times: [".sum", 2] } },
    city: { ...name, startsWith: "earlier.city" },
    has_more: { type: "boolean" },
    contact: { type: "object", properties: { town: name, region: { ...name, startsWith: ".town" } } },
    sites: {
      type: "array",
      maxItems: 5,
      items: { type: "object", properties: { last: amount, now: startingWith(".last") } },
    },
    areas: {
      type: "object",
      rows: { from: "areas", properties: { last: amount, now: startingWith(".last") } },
    },
  },
  allOf: [when(is("has_more", true), { properties: { more: { ...amount, startsWith: ".own" } } })],
};
const contract = compileContract(schema);
const lists = { areas: [{ value: "nl" }, { value: "eu" }] };

interface Options {
  data?: Answers;
  isStored?: boolean;
  earlier?: Answers;
}

/** A step, with the answers of the step before it. */
function open({ data = {}, isStored = false, earlier = {} }: Options = {}) {
  let before: RequestAnswers = { earlier };
  const context = (): EvaluationContext => contextWith(lists, { answers: before });
  const session = new FormSession({
    step: "step",
    ...{ contract, context, data, isStored: () => isStored, schema: () => schema },
  });
  return {
    session,
    answerEarlier(answers: Answers) {
      before = { earlier: { ...before.earlier, ...answers } };
      session.contextChanged();
    },
  };
}

describe("a field that starts with another answer", () => {
  it("has the value of a chain of fields and computed fields in any order", () => {
    const { session, answerEarlier } = open({ data: { own: 3 } });
    expect(session.data()).toEqual({ own: 3 });
    answerEarlier({ fee: 4, city: "Utrecht" });
    expect(session.active()).toMatchObject({ sum: 7, double: 14, twice: 14, city: "Utrecht" });
    expect(session.given()).toMatchObject({ sum: 7, twice: 14, city: "Utrecht" });
  });

  it("is empty again when the other answer is emptied, and has the next one", () => {
    const { session } = open({ earlier: { fee: 1 } });
    for (const [own, sum] of [
      [1, 2],
      [undefined, undefined],
      [5, 6],
    ]) {
      session.commitField(["own"], own);
      expect(session.value(["sum"])).toBe(sum);
    }
  });

  it("is judged as any other answer", () => {
    const { session } = open({ data: { own: 60 }, earlier: { fee: 60 } });
    expect(session.errors().map(({ id, keyword }) => [id, keyword])).toEqual([
      ["step_twice", "maximum"],
      ["step_sum", "maximum"],
    ]);
  });

  it("that was left empty in a stored step stays empty, and one whose answer was missing is filled when that comes", () => {
    const { session, answerEarlier } = open({ data: { own: 3 }, isStored: true, earlier: { city: "Utrecht" } });
    answerEarlier({ fee: 1, city: "Zwolle" });
    expect(session.data()).toEqual({ own: 3, sum: 4, twice: 8 });
  });

  it("makes a stored step unsaved when it follows an answer of another step, and a new step not", () => {
    for (const isStored of [true, false]) {
      const { session, answerEarlier } = open({ data: { city: "Utrecht" }, isStored, earlier: { city: "Utrecht" } });
      expect(session.dirty).toBe(false);
      answerEarlier({ city: "Zwolle" });
      expect([session.value(["city"]), session.dirty]).toEqual(["Zwolle", isStored]);
    }
  });

  it("keeps its state when answers come from elsewhere, in any order of the steps", () => {
    const restored = { city: "Zwolle" };
    const first = open({ earlier: { city: "Utrecht" } });
    // A draft is restored twice: the step before this one may come after it.
    first.session.replace(restored);
    first.answerEarlier({ city: "Zwolle" });
    first.session.replace(restored);
    first.answerEarlier({ city: "Assen" });
    expect(first.session.value(["city"])).toBe("Assen");
    const other = open({ earlier: { city: "Utrecht" } });
    other.session.replace({});
    other.answerEarlier({ city: "Assen" });
    expect(other.session.data(), "emptied in the draft").toEqual({});
  });

  it("of a record that is removed and put back follows as before", () => {
    const site = { _id: "a1", last: 4 };
    const { session } = open({ data: { sites: [site] } });
    const before = session.data();
    session.commit({ ...before, sites: [] });
    session.commit(before);
    session.commitField(["sites", "a1", "last"], 5);
    expect(session.value(["sites", "a1", "now"])).toBe(5);
  });
});

/** A follower: where it is, what it starts with, and whether it is shown. */
interface Follower {
  path: readonly string[];
  start(values: Values): unknown;
  isShown(values: Values): boolean;
}
/** The value at each path, joined with dots; those of the step before begin with `earlier`. */
type Values = ReadonlyMap<string, unknown>;

const always = () => true;
const add = (left: unknown, right: unknown) =>
  typeof left === "number" && typeof right === "number" ? left + right : undefined;
const same = (path: string) => (values: Values) => values.get(path);

/** In an order in which each comes after what it starts with. */
const FOLLOWERS: readonly Follower[] = [
  { path: ["sum"], start: (values) => add(values.get("own"), values.get("earlier.fee")), isShown: always },
  { path: ["twice"], start: (values) => add(values.get("sum"), values.get("sum")), isShown: always },
  { path: ["city"], start: same("earlier.city"), isShown: always },
  { path: ["more"], start: same("own"), isShown: (values) => values.get("has_more") === true },
  { path: ["contact", "region"], start: same("contact.town"), isShown: always },
  { path: ["sites", "a1", "now"], start: same("sites.a1.last"), isShown: always },
  { path: ["areas", "eu", "now"], start: same("areas.eu.last"), isShown: always },
];
const SOURCES = ["own", "has_more", "contact.town", "sites.a1.last", "areas.eu.last", "earlier.fee", "earlier.city"];

/** What the broker sees, without sessions: each follower has its value, and is the broker's or not. */
class Model {
  readonly values = new Map<string, unknown>();
  #own = new Set<string>();

  follow(): void {
    for (const { path, start, isShown } of FOLLOWERS) {
      const key = path.join(".");
      if (!this.#own.has(key) && isShown(this.values)) this.values.set(key, start(this.values));
    }
  }

  enter(key: string, value: unknown): void {
    if (FOLLOWERS.some(({ path }) => path.join(".") === key) && this.values.get(key) !== value) this.#own.add(key);
    this.values.set(key, value);
    this.follow();
  }

  /** Only the stored values are left, of the fields that are shown. */
  reopen(): void {
    this.#own = new Set();
    for (const { path, start, isShown } of FOLLOWERS) {
      const key = path.join(".");
      if (!isShown(this.values)) this.values.delete(key);
      else if (this.values.get(key) !== start(this.values)) this.#own.add(key);
    }
  }
}

const value = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 4 }));
const text = fc.constantFrom(undefined, "Utrecht", "Assen");
const answerTo = (key: string): fc.Arbitrary<unknown> =>
  key === "has_more" ? fc.boolean() : /city|town|region/.test(key) ? text : value;
const keys = [...SOURCES, ...FOLLOWERS.map(({ path }) => path.join("."))];
const command = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...keys).chain((key) => answerTo(key).map((entered) => ({ key, entered }))) },
  { weight: 1, arbitrary: fc.constant("reopen" as const) },
);
type Command = { key: string; entered: unknown } | "reopen";

/** A session that is opened again from its answers, beside its model. */
class Walk {
  readonly model = new Model();
  #opened = open({ data: { sites: [{ _id: "a1" }] } });
  readonly #earlier: Answers = {};

  run(each: Command): void {
    if (each === "reopen") {
      this.#opened = open({ data: this.#opened.session.given(), isStored: true, earlier: this.#earlier });
      this.model.reopen();
    } else if (each.key !== "more" || this.model.values.get("has_more") === true) this.#enter(each.key, each.entered);
  }

  #enter(key: string, entered: unknown): void {
    const [step, name = ""] = key.split(".");
    if (step === "earlier") {
      this.#earlier[name] = entered;
      this.#opened.answerEarlier({ [name]: entered });
    } else this.#opened.session.commitField(key.split("."), entered);
    this.model.enter(key, entered);
  }

  shown = () =>
    FOLLOWERS.filter(({ isShown }) => isShown(this.model.values)).map(({ path }) => {
      return [path.join("."), valueAt(this.#opened.session.given(), path)];
    });
  expected = () =>
    FOLLOWERS.filter(({ isShown }) => isShown(this.model.values)).map(({ path }) => {
      return [path.join("."), this.model.values.get(path.join("."))];
    });
}

it("follows or is the broker's as in the model, through random sequences of edits and openings", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const walk = new Walk();
      for (const each of commands) {
        walk.run(each);
        expect(walk.shown()).toEqual(walk.expected());
      }
    }),
    { seed: 20261128, numRuns: 400 },
  );
});
