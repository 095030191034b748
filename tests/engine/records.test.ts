// Lists of records in a form session: what belongs to a record stays with it, whatever happens to the others.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, resolve } from "#engine/answers/conflict.ts";
import { byIndex, byRecordId, fieldSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { changedPaths, shareEqual, withValue } from "#engine/fields/formValues.ts";
import type { TextDraft } from "#engine/form/drafts.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { compileContract, is, rulesBroken, TODAY, when } from "./support/step.ts";

const schema = {
  type: "object",
  properties: {
    first: { type: "string", minLength: 1, maxLength: 9 },
    list: {
      type: "array",
      maxItems: 9,
      items: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1, maxLength: 9 },
          age: { type: "integer", maximum: 120 },
          kind: { type: "string", enum: ["nl", "eu"], default: "nl" },
        },
        required: ["name"],
        allOf: [when(is("kind", "eu"), { properties: { land: { type: "string", maxLength: 9 } }, required: ["land"] })],
      },
    },
    last: { type: "integer" },
  },
  required: ["last"],
} satisfies Schema;
const presentation = { "list.age": { maximum: { severity: "blocking" as const } } };
const contract = compileContract(schema, {}, "s");

function open(data: Answers = {}) {
  const context = () => ({ today: TODAY, lists: {} });
  return new FormSession({ step: "s", contract, context, data, schema: () => schema, presentation });
}

interface Row extends JsonObject {
  _id: string;
  name?: string;
  age?: number;
}
const rowsOf = (session: FormSession) => session.data().list as Row[];
const bare = ({ kind: _kind, ...row }: Row): Row => row;
const fieldOf = (id: string, field: string) => `s_list_${id}_${field}`;

/** What a broker and the server do to a list, and what is expected of it. Rows that were removed can come back. */
class Model {
  readonly session = open({ list: [] });
  rows: Row[] = [];
  removed: Row[] = [];
  touched = new Set<string>();
  committed = new Set<string>();
  refused = new Map<string, unknown>();
  texts = new Map<string, string>();
  drafts = new Map<string, { path: string[]; value: string }>();
  #count = 0;

  takeList(rows: Row[]) {
    const kinds = new Map(rowsOf(this.session).map((row) => [row._id, row]));
    this.session.commitField(
      ["list"],
      rows.map((row) => kinds.get(row._id) ?? row),
    );
    this.rows = rows;
    this.settle();
  }
  add(index: number) {
    this.#count += 1;
    this.takeList(this.rows.toSpliced(index, 0, { _id: `r${this.#count}` }));
  }
  remove(index: number) {
    const row = this.rows[index];
    if (!row) return;
    this.removed.push(row);
    for (const field of ["name", "age"]) if (row[field] !== undefined) this.committed.add(fieldOf(row._id, field));
    this.takeList(this.rows.toSpliced(index, 1));
  }
  undo(index: number) {
    const row = this.removed.pop();
    if (row) this.takeList(this.rows.toSpliced(index, 0, row));
  }
  move(from: number, to: number) {
    const row = this.rows[from];
    if (row) this.takeList(this.rows.toSpliced(from, 1).toSpliced(to, 0, row));
  }
  type(index: number, field: "name" | "age", value: string | number | undefined) {
    const row = this.rows[index];
    if (!row) return;
    this.session.commitField(["list", row._id, field], value);
    const next: Row = { ...row, [field]: value };
    if (value === undefined) delete next[field];
    this.rows = this.rows.with(index, next);
    this.committed.add(fieldOf(row._id, field));
    this.settle();
  }
  blur(index: number, field: string) {
    const row = this.rows[index];
    if (!row) return;
    this.session.focus(fieldOf(row._id, field));
    this.session.blur(fieldOf(row._id, field));
    this.touched.add(fieldOf(row._id, field));
  }
  refuse(index: number, field: string) {
    const row = this.rows[index];
    if (!row) return;
    this.session.setServerErrors([{ pointer: `/list/${index}/${field}`, keyword: "refused", params: {} }]);
    this.refused = new Map([[fieldOf(row._id, field), row[field]]]);
    this.touched.add(fieldOf(row._id, field));
  }
  text(index: number, text: string) {
    const row = this.rows[index];
    if (!row) return;
    this.session.keepText(fieldOf(row._id, "age"), text);
    this.texts.set(fieldOf(row._id, "age"), text);
  }
  draft(index: number, value: string) {
    const row = this.rows[index];
    if (!row) return;
    const id = fieldOf(row._id, "name");
    const isNew = !this.drafts.has(id);
    this.drafts.set(id, { path: ["list", row._id, "name"], value });
    const draft: TextDraft = { flush: () => undefined, peek: () => this.drafts.get(id) };
    if (isNew) this.session.registerDraft(id, draft);
  }
  settle() {
    for (const [id, value] of this.refused) {
      const now = this.rows.flatMap((row) =>
        ["name", "age"].filter((f) => fieldOf(row._id, f) === id).map((f) => row[f]),
      );
      if (now.length === 0 ? value !== undefined : now[0] !== value) this.refused.delete(id);
    }
  }

  /** Every error that is due, by the id of its field. */
  expectedErrors(): Map<string, [pointer: string, keyword: string]> {
    const errors = new Map<string, [string, string]>();
    for (const [index, { _id, name, age = 0 }] of this.rows.entries()) {
      const pointerTo = (field: string) => `/list/${index}/${field}`;
      if (name === undefined) errors.set(fieldOf(_id, "name"), [pointerTo("name"), "required"]);
      else if (name === "") errors.set(fieldOf(_id, "name"), [pointerTo("name"), "minLength"]);
      if (age > 120) errors.set(fieldOf(_id, "age"), [pointerTo("age"), "maximum"]);
      for (const field of ["name", "age"]) {
        const id = fieldOf(_id, field);
        if (this.refused.has(id) && !errors.has(id)) errors.set(id, [pointerTo(field), "refused"]);
      }
    }
    return errors;
  }

  check() {
    const { session } = this;
    expect(rowsOf(session).map(bare)).toEqual(this.rows);
    const errors = this.expectedErrors();
    const listErrors = session.errors().filter(({ pointer }) => pointer.startsWith("/list/"));
    const inList = new Set(this.rows.map(({ _id }) => _id));
    const present = listErrors.filter(({ id }) => inList.has(id.split("_")[2] ?? ""));
    expect(new Map(present.map(({ id, pointer, keyword }) => [id, [pointer, keyword]]))).toEqual(errors);
    for (const [id, [, keyword]] of errors) {
      const shows = this.touched.has(id) || this.committed.has(id) || keyword === "maximum";
      expect(session.visible(id) !== undefined, id).toBe(shows);
    }
    expect(session.blocking().map(({ id }) => id)).toEqual(
      this.rows.filter(({ age = 0 }) => age > 120).map(({ _id }) => fieldOf(_id, "age")),
    );
    expect(session.texts()).toEqual(Object.fromEntries(this.texts));
    const withDrafts = this.rows.map((row) => {
      const draft = this.drafts.get(fieldOf(row._id, "name"));
      return draft ? { ...row, name: draft.value } : row;
    });
    expect((session.pending().list as Row[]).map(bare)).toEqual(withDrafts);
  }
}

const position = fc.nat({ max: 4 });
const name = fc.constantFrom(undefined, "", "Anna", "Bo");
const age = fc.constantFrom(undefined, 7, 121);
const field = fc.constantFrom("name", "age");
const action = fc.oneof(
  fc.record({ call: fc.constant("add" as const), with: fc.tuple(position) }),
  fc.record({ call: fc.constant("remove" as const), with: fc.tuple(position) }),
  fc.record({ call: fc.constant("undo" as const), with: fc.tuple(position) }),
  fc.record({ call: fc.constant("move" as const), with: fc.tuple(position, position) }),
  fc.record({ call: fc.constant("type" as const), with: fc.tuple(position, fc.constant("name" as const), name) }),
  fc.record({ call: fc.constant("type" as const), with: fc.tuple(position, fc.constant("age" as const), age) }),
  fc.record({ call: fc.constant("blur" as const), with: fc.tuple(position, field) }),
  fc.record({ call: fc.constant("refuse" as const), with: fc.tuple(position, field) }),
  fc.record({ call: fc.constant("text" as const), with: fc.tuple(position, fc.constantFrom("1x", "y")) }),
  fc.record({ call: fc.constant("draft" as const), with: fc.tuple(position, fc.constantFrom("Cleo", "Dirk")) }),
);

describe("a list of records", () => {
  it("keeps values, touched fields, errors, refusals and drafts with their record through any sequence of changes", () => {
    const start = [0, 1, 2].map((index) => ({ call: "add" as const, with: [index] as [number] }));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const model = new Model();
        for (const { call, with: values } of [...start, ...actions]) {
          (model[call] as (...parameters: unknown[]) => void)(...values);
          model.check();
        }
      }),
      { numRuns: 150 },
    );
  });

  it("calls only the listeners of the changed field, its record and its list", () => {
    const session = open({
      list: [
        { _id: "a", name: "A" },
        { _id: "b", name: "B" },
      ],
    });
    const called: string[] = [];
    for (const id of ["s_list", "s_list_a", "s_list_a_name", "s_list_b", "s_list_b_name", "s_list_b_age"])
      session.subscribe(id, () => called.push(id));
    session.commitField(["list", "b", "name"], "C");
    expect(called).toEqual(["s_list", "s_list_b", "s_list_b_name"]);
  });

  it("keeps the identity of records that did not change", () => {
    const session = open({
      list: [
        { _id: "a", name: "A" },
        { _id: "b", name: "B" },
      ],
    });
    const before = session.value(["list", "a"]);
    session.commitField(["list", "b", "name"], "C");
    session.commitField(["list"], [...rowsOf(session)].reverse());
    expect(session.value(["list", "a"])).toBe(before);
    expect(session.value(["list", "b", "name"])).toBe("C");
  });

  it("keeps a refusal with the record that was sent, also when it was moved before the answer came", () => {
    const session = open({
      list: [
        { _id: "a", name: "A" },
        { _id: "b", name: "B" },
      ],
    });
    const sent = session.active();
    session.commitField(["list"], [...rowsOf(session)].reverse());
    session.setServerErrors([{ pointer: "/list/0/name", keyword: "refused", params: {} }], sent);
    expect(session.shown().map(({ id, pointer }) => [id, pointer])).toEqual([["s_list_a_name", "/list/1/name"]]);
  });

  it("shows every error of every record after Next, in the order of the page", () => {
    const session = open({ list: [{ _id: "b" }, { _id: "a", name: "A", kind: "eu" }] });
    const ids = ["s_list_b_name", "s_list_a_land", "s_last"];
    expect(session.attempt().map(({ id }) => id)).toEqual(ids);
    expect(session.shown().map(({ id }) => id)).toEqual(ids);
    session.commitField(["list"], [...rowsOf(session)].reverse());
    expect(session.shown().map(({ id }) => id)).toEqual(["s_list_a_land", "s_list_b_name", "s_last"]);
  });

  it("lists errors of records by their number, and the error of the list after them", () => {
    const names = Array.from({ length: 12 }, (_, index) => (index === 2 || index === 11 ? {} : { name: "A" }));
    const records = names.map((row, index) => ({ _id: `r${index}`, ...row }));
    expect(rulesBroken(contract, { list: records })).toEqual([
      "/list/2/name required",
      "/list/11/name required",
      "/list maxItems",
      "/last required",
    ]);
  });

  it("fills the default of each record once, and not one that was emptied", () => {
    const session = open({ list: [{ _id: "a" }] });
    session.commitField(["list"], [...rowsOf(session), { _id: "b" }]);
    expect(rowsOf(session).map(({ kind }) => kind)).toEqual(["nl", "nl"]);
    session.commitField(["list", "a", "kind"], undefined);
    session.commitField(["list", "b", "name"], "B");
    expect(rowsOf(session).map(({ kind }) => kind)).toEqual([undefined, "nl"]);
  });

  it("prunes each record by its own answers and keeps its id", () => {
    const session = open({
      list: [
        { _id: "a", name: "A", kind: "eu", land: "FR" },
        { _id: "b", name: "B", land: "BE" },
      ],
    });
    expect(session.active().list).toEqual([
      { _id: "a", name: "A", kind: "eu", land: "FR" },
      { _id: "b", name: "B", kind: "nl" },
    ]);
  });

  it("ignores what is typed into a record that was removed", () => {
    const session = open({ list: [{ _id: "a", name: "A" }] });
    session.commitField(["list"], []);
    session.commitField(["list", "a", "name"], "B");
    expect(session.data()).toEqual({ list: [] });
    session.replace({});
    session.commitField(["list", "a", "name"], "B");
    expect(session.data()).toEqual({});
  });

  it("is an ordinary array while an id is missing, double or a number", () => {
    for (const list of [[{ name: "A" }], [{ _id: "a" }, { _id: "a" }], [{ _id: "1" }], [{ _id: 1 }]]) {
      expect(fieldSegments(["list", "0", "name"], { list })).toEqual(["list"]);
      expect(changedPaths({ list }, { list: [...list, { _id: "z" }] })).toEqual([["list"]]);
    }
  });
});

describe("paths of records", () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[0-9]{0,2}[a-z][0-9a-z]{0,3}$/), { minLength: 1, maxLength: 6 });

  it("by index and by id lead to the same value, and back", () => {
    fc.assert(
      fc.property(ids, fc.nat(), (recordIds, seed) => {
        const data = { list: recordIds.map((_id, index) => ({ _id, name: `n${index}` })) };
        const index = seed % recordIds.length;
        const wire = ["list", String(index), "name"];
        const path = byRecordId(wire, data);
        expect(path).toEqual(["list", recordIds[index], "name"]);
        expect(fieldSegments(wire, data)).toEqual(path);
        expect(byIndex(path, data)).toEqual(wire);
        expect(valueAt(data, path)).toBe(valueAt(data, wire));
        expect(withValue(data, path, "x")).toEqual(withValue(data, wire, "x"));
      }),
    );
  });

  it("of changes rebuild the later list from the earlier one, and parts that are equal keep their identity", () => {
    const record = fc.record({ _id: fc.constantFrom("a", "b", "c", "d"), name: fc.constantFrom("x", "y") });
    const list = fc.uniqueArray(record, { selector: ({ _id }) => _id });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const changed = changedPaths({ list: before }, { list: after });
        const order = (rows: JsonObject[]) => rows.map(({ _id }) => _id).join();
        expect(changed.some((path) => path.length === 1)).toBe(order(before) !== order(after));
        for (const row of after) {
          const old = before.find(({ _id }) => _id === row._id);
          const isChanged = changed.some((path) => path[1] === row._id);
          expect(isChanged).toBe(old?.name !== row.name);
        }
        const shared = shareEqual(before, after) as JsonObject[];
        expect(shared).toEqual(after);
        for (const row of shared) {
          const old = before.find(({ _id }) => _id === row._id);
          if (old?.name === row.name) expect(row).toBe(old);
        }
      }),
    );
  });
});

describe("two people who changed the same list", () => {
  const base = {
    list: [
      { _id: "a", name: "A" },
      { _id: "b", name: "B" },
      { _id: "c", name: "C" },
    ],
  };
  const without = (id: string) => base.list.filter(({ _id }) => _id !== id);
  const named = (id: string, text: string) => base.list.map((row) => (row._id === id ? { ...row, name: text } : row));

  it("may each add a record, change another one, and one may move them", () => {
    const yours = { list: [...named("a", "A2"), { _id: "y" }] };
    const stored = { list: [{ _id: "s" }, ...named("b", "B2")].reverse() };
    const { merged, conflicts } = compare(base, yours, stored);
    expect(conflicts).toEqual([]);
    expect(merged.list).toEqual([
      { _id: "c", name: "C" },
      { _id: "b", name: "B2" },
      { _id: "a", name: "A2" },
      { _id: "s" },
      { _id: "y" },
    ]);
  });

  it("choose for the one member that both changed, and for nothing else", () => {
    const comparison = compare(base, { list: named("b", "mine") }, { list: [...named("b", "theirs"), { _id: "s" }] });
    expect(comparison.conflicts).toEqual([{ path: ["list", "b", "name"], yours: "mine", stored: "theirs" }]);
    expect(resolve(comparison, { "list/b/name": "stored" }).list).toEqual([...named("b", "theirs"), { _id: "s" }]);
    expect(resolve(comparison, {}).list).toEqual([...named("b", "mine"), { _id: "s" }]);
  });

  it("remove what the other left alone, and choose where the other changed what they removed", () => {
    expect(compare(base, { list: without("b") }, base)).toEqual({ merged: { list: without("b") }, conflicts: [] });
    expect(compare(base, base, { list: without("b") })).toEqual({ merged: { list: without("b") }, conflicts: [] });
    const comparison = compare(base, { list: without("b") }, { list: named("b", "theirs") });
    const stored = { _id: "b", name: "theirs" };
    expect(comparison.conflicts).toEqual([{ path: ["list", "b"], yours: undefined, stored }]);
    expect(resolve(comparison, {}).list).toEqual(without("b"));
    expect(resolve(comparison, { "list/b": "stored" }).list).toEqual([...without("b"), stored]);
  });

  it("never lose a record that either of them added or changed", () => {
    const record = fc.record({ _id: fc.constantFrom("a", "b", "c", "d", "e"), name: fc.constantFrom("x", "y", "z") });
    const list = fc.uniqueArray(record, { selector: ({ _id }) => _id });
    fc.assert(
      fc.property(list, list, list, (was, mine, theirs) => {
        const { merged, conflicts } = compare({ list: was }, { list: mine }, { list: theirs });
        const mergedIds = new Set((merged.list as Row[]).map(({ _id }) => _id));
        const conflictIds = new Set(conflicts.map(({ path }) => path[1]));
        for (const { _id, name: own } of [...mine, ...theirs]) {
          const isNews = was.find((row) => row._id === _id)?.name !== own;
          if (isNews) expect(mergedIds.has(_id) || conflictIds.has(_id), _id).toBe(true);
        }
        expect(mergedIds.size).toBe((merged.list as Row[]).length);
      }),
    );
  });
});

it("without what both started from every difference is to be chosen, and the choice decides all of it", () => {
  const value = fc.constantFrom("x", "y", "z");
  const record = fc.record(
    { _id: fc.constantFrom("a", "b", "c", "d"), name: value, age: value },
    { requiredKeys: ["_id"] },
  );
  const answers = fc.record(
    {
      text: value,
      files: fc.array(value, { maxLength: 2 }),
      choices: fc.subarray(["p", "q", "r"]),
      group: fc.dictionary(value, value, { minKeys: 1 }),
      list: fc.uniqueArray(record, { selector: ({ _id }) => _id, minLength: 1 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Answers>;
  /** The order of records is not asked. */
  const sorted = ({ list, ...others }: Answers) => {
    const rows = [...((list ?? []) as Row[])].sort((left, right) => left._id.localeCompare(right._id));
    return rows.length > 0 ? { ...others, list: rows } : others;
  };
  fc.assert(
    fc.property(answers, answers, (yours, stored) => {
      const comparison = compare(null, yours, stored);
      const choices = Object.fromEntries(comparison.conflicts.map(({ path }) => [path.join("/"), "stored" as const]));
      expect(sorted(resolve(comparison, {}))).toEqual(sorted(yours));
      expect(sorted(resolve(comparison, choices))).toEqual(sorted(stored));
    }),
  );
});

describe("the contract of a list of records", () => {
  const strict = {
    type: "object",
    properties: {
      list: {
        ...schema.properties.list,
        uniqueBy: "name",
        items: { ...schema.properties.list.items, allOf: undefined, additionalProperties: false },
      },
    },
  } as Schema;
  const { allOf: _none, ...closed } = strict.properties!.list!.items!;
  const judged = compileContract({ ...strict, properties: { list: { ...strict.properties!.list, items: closed } } });

  it("takes ids and refuses other members that are unknown", () => {
    expect(rulesBroken(judged, { list: [{ _id: "a", name: "A" }, { name: "B" }] })).toEqual([]);
    expect(rulesBroken(judged, { list: [{ _id: "a", name: "A", b: 1 }] })).toEqual(["/list/0/b additionalProperties"]);
  });

  it.each([
    [
      [
        { _id: "a", name: "A" },
        { _id: "a", name: "B" },
      ],
      "/list/1/_id uniqueItems",
    ],
    [[{ _id: "7", name: "A" }], "/list/0/_id pattern"],
    [[{ _id: "a_b", name: "A" }], "/list/0/_id pattern"],
    [[{ _id: 7, name: "A" }], "/list/0/_id pattern"],
    [[{ _id: "a".repeat(41), name: "A" }], "/list/0/_id pattern"],
  ])("refuses %j at the id", (list, error) => expect(rulesBroken(judged, { list })).toEqual([error]));

  it.each<[string, Schema, [value: unknown, alike: unknown, other: unknown]]>([
    ["a text", { type: "string" }, ["Anna  Verzonnen", " anna\u00a0verzonnen", "Anna Verzonnen-Smit"]],
    ["a choice", { type: "string", enum: ["a", "b"] }, ["a", "a", "b"]],
    ["a number", { type: "number" }, [1.5, 1.5, 2]],
    ["yes or no", { type: "boolean" }, [true, true, false]],
    ["several choices", { type: "array", items: { type: "string" } }, [["a", "b"], ["b", "a"], ["a"]]],
    ["a profession", { type: "array", items: { type: "array" } }, [[["s", "p"]], [["s", "p"]], [["p", "s"]]]],
    ["a group", { type: "object" }, [{ name: "A", no: null }, { name: "a" }, { name: "A", no: 1 }]],
  ])("compares %s by its value", (_kind, property, [value, alike, other]) => {
    const items = { type: "object", properties: { key: property } } as Schema;
    const contract = compileContract({
      type: "object",
      properties: { list: { type: "array", uniqueBy: "key", items } },
    });
    expect(rulesBroken(contract, { list: [{ key: value }, {}, { key: alike }] })).toEqual(["/list/2/key uniqueBy"]);
    expect(rulesBroken(contract, { list: [{ key: value }, {}, { key: other }, {}] })).toEqual([]);
  });

  it("refuses a second record with the same value at its field, and takes records without one", () => {
    const list = [
      { _id: "a", name: "A" },
      { _id: "b", name: "B" },
      { _id: "c", name: "A" },
    ];
    expect(judged({ list }, { today: TODAY, lists: {} }).map(({ id, pointer }) => [id, pointer])).toEqual([
      ["step_list_c_name", "/list/2/name"],
    ]);
    expect(rulesBroken(judged, { list: [{ _id: "a" }, { _id: "b" }] })).toEqual([
      "/list/0/name required",
      "/list/1/name required",
    ]);
  });

  it("gives records from elsewhere ids, the same for the same data, and keeps those that are there", () => {
    const list = [{ name: "A" }, { _id: "r1", name: "B" }, { _id: "r1", name: "C" }];
    const ids = () => rowsOf(open({ list })).map(({ _id }) => _id);
    expect(ids()).toEqual(["r1x", "r1", "r3"]);
    expect(ids()).toEqual(ids());
    expect(open({ list: [{ _id: "b" }, { _id: "a" }] }).dirty).toBe(false);
  });
});
