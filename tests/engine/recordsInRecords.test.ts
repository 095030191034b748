// Records in records: each level has ids of its own, and what belongs to an inner record stays with it.
import { describe, expect, it } from "vitest";
import { activeData } from "#engine/answers/activeData.ts";
import { compare, resolve } from "#engine/answers/conflict.ts";
import { findFileField, findFiles } from "#engine/answers/fileFields.ts";
import { compute } from "#engine/expressions/evaluate.ts";
import { removeConfirmations } from "#engine/expressions/warnings.ts";
import { isInRemovedRecord, removeRecordIds, withRecordIds } from "#engine/fields/recordFields.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Expression, Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { compileContract, is, rulesBroken, TODAY, when } from "./support/step.ts";

const hall = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 9 },
    walls: { type: "string", enum: ["stone", "wood"], default: "stone" },
    area: { type: "integer", maximum: 100, rules: { large: { atLeast: [".area", 10], level: "warning" } } },
    double: { type: "integer", computed: { times: [".area", 2] } },
  },
  required: ["name"],
  allOf: [when(is("walls", "wood"), { properties: { paint: { type: "string", maxLength: 9 } }, required: ["paint"] })],
} satisfies Schema;
const schema = {
  type: "object",
  properties: {
    sites: {
      type: "array",
      maxItems: 3,
      items: {
        type: "object",
        properties: {
          city: { type: "string", maxLength: 9 },
          halls: { type: "array", minItems: 1, maxItems: 3, uniqueBy: "name", items: hall },
          main: { type: "string", enumFrom: ".halls" },
          heated: { type: "array", items: { type: "string", enumFrom: ".halls" } },
          doubled: { type: "integer", computed: { sum: ".halls.*.double" } },
        },
        required: ["city", "halls"],
      },
    },
    whole: { type: "integer", computed: { sum: ".sites.*.doubled" } },
  },
} satisfies Schema;
const contract = compileContract(schema, {}, "s");
const context = () => ({ today: TODAY, lists: {} });
const open = (data: Answers) => new FormSession({ step: "s", contract, context, data, schema: () => schema });

const site = (_id: string, halls: JsonObject[], city = "Zwolle") => ({ _id, city, halls });
const two = () => ({
  sites: [
    site("a", [
      { _id: "x", name: "one", area: 10 },
      { _id: "y", name: "two", area: 20 },
    ]),
    site("b", [{ _id: "x", name: "one", walls: "wood", paint: "red", area: 30 }]),
  ],
});

describe("records in records", () => {
  it("get ids at both levels, the same for the same answers, and lose them for other systems", () => {
    const bare = { sites: [{ city: "A", halls: [{ name: "one" }, { name: "two" }] }] };
    const named = withRecordIds(schema, bare);
    expect(named.sites).toEqual([
      { _id: "r1", city: "A", halls: [expect.objectContaining({ _id: "r1" }), expect.objectContaining({ _id: "r2" })] },
    ]);
    expect(removeRecordIds(named.sites)).toEqual(bare.sites);
    expect(withRecordIds(schema, named)).toBe(named);
  });

  it("compute inner values first, and totals of both levels from them", () => {
    const active = activeData(schema, two(), context());
    expect((active.sites as JsonObject[]).map(({ doubled }) => doubled)).toEqual([60, 60]);
    expect(active.whole).toBe(120);
  });

  it.each<[Expression, unknown]>([
    [{ sum: "s.sites.*.halls.*.area" }, 60],
    [{ max: "s.sites.*.halls.*.area" }, 30],
    [{ count: "s.sites.*.halls.*" }, 3],
    [{ count: "s.sites.*.halls.*", where: { is: [".walls", "wood"] } }, 1],
    [{ sum: "s.sites.*.halls.*.area", where: { equal: [{ count: ".paint" }, 0] } }, 30],
    [{ has: ["s.sites.*.halls.*.walls", "wood"] }, true],
  ])("are read by %j", (expression, value) => {
    expect(compute(expression, { here: {}, answers: { s: two() }, today: TODAY })).toBe(value);
  });

  it("show the fields that an answer of the same inner record asks for, and no others", () => {
    const data = two();
    Object.assign(data.sites[0]!.halls[0]!, { paint: "blue" });
    const [first, second] = activeData(schema, data, context()).sites as { halls: JsonObject[] }[];
    expect(first!.halls[0]).not.toHaveProperty("paint");
    expect(second!.halls[0]).toMatchObject({ paint: "red" });
  });

  it("have errors by the ids of both records, in the order of the page", () => {
    const data = {
      sites: [
        { _id: "a", city: "A", halls: [{ _id: "x", name: "", area: 10 }] },
        {
          _id: "b",
          halls: [
            { _id: "x", name: "one", area: 200 },
            { _id: "z", name: "ONE" },
          ],
        },
      ],
    };
    expect(contract(data, context()).map(({ id, keyword }) => `${id} ${keyword}`)).toEqual([
      "s_sites_a_halls_x_name minLength",
      "s_sites_b_city required",
      "s_sites_b_halls_x_area maximum",
      "s_sites_b_halls_z_name uniqueBy",
    ]);
    expect(rulesBroken(contract, { sites: [{ _id: "a", city: "A", halls: [{ _id: 1, name: "q" }] }] })).toEqual([
      "/sites/0/halls/0/_id pattern",
    ]);
  });

  it("keep an error, a refusal and a confirmed warning with their inner record when others go", () => {
    const data = two();
    data.sites[1]!.halls[0]!.area = 5;
    const session = open(data);
    const [warning] = session.warnings();
    session.commitField(["sites", "b", "halls", "x", "_confirmed", "large"], warning!.error.params.reads);
    session.setServerErrors([{ pointer: "/sites/1/halls/0/name", keyword: "server", params: {} }], session.given());
    session.commitField(["sites"], (session.data().sites as JsonObject[]).slice(1));
    expect(session.warnings()).toMatchObject([
      { isConfirmed: true, error: { params: { field: "/sites/0/halls/0/area" } } },
    ]);
    expect(session.errors().map(({ id, pointer }) => [id, pointer])).toEqual([
      ["s_sites_b_halls_x_name", "/sites/0/halls/0/name"],
    ]);
    expect(removeConfirmations(session.given().sites)).not.toEqual(session.given().sites);
    expect(JSON.stringify(removeConfirmations(session.given().sites))).not.toContain("_confirmed");
  });

  it("are chosen among by their own record, and a choice of a removed one is none until it comes back", () => {
    const data = { sites: two().sites.map((each) => ({ ...each, main: "y", heated: ["x", "y"] })) };
    const choices = (answers: Answers) =>
      (activeData(schema, answers, context()).sites as JsonObject[]).map(({ main, heated }) => [main, heated]);
    expect(choices(data)).toEqual([
      ["y", ["x", "y"]],
      [undefined, ["x"]],
    ]);
    expect(rulesBroken(contract, data)).toEqual(["/sites/1/main enumFrom", "/sites/1/heated/1 enumFrom"]);
    const removed = data.sites[0]!.halls.pop()!;
    expect(choices(data)[0]).toEqual([undefined, ["x"]]);
    data.sites[0]!.halls.push(removed);
    expect(choices(data)[0]).toEqual(["y", ["x", "y"]]);
  });

  it("keep their files by the ids of both records, wherever these are moved", () => {
    const photo = { type: "array", maxItems: 2, items: { type: "string" } };
    const site = { type: "object", properties: { halls: { type: "array", items: { properties: { photo } } } } };
    const source = {
      schema: { properties: { sites: { type: "array", items: site } } } as Schema,
      ui: { sites: { halls: { photo: { "ui:field": "dropzone" } } } } as UiSchema,
    };
    const data = { sites: [{ _id: "a" }, { _id: "b", halls: [{ _id: "x" }, { _id: "y", photo: ["f-1"] }] }] };
    const named = [expect.objectContaining({ path: ["sites", "b", "halls", "y", "photo"], ids: ["f-1"] })];
    expect(findFiles(source, data)).toEqual(named);
    data.sites.reverse();
    data.sites[0]!.halls!.reverse();
    expect(findFiles(source, data)).toEqual(named);
    expect(findFileField({ s: source }, "s.sites.b.halls.y.photo")).toMatchObject({ rules: { maxFiles: 2 } });
  });

  it("take no text for an inner record that was removed, by itself or with the record around it", () => {
    const data = two();
    const isGone = (...path: string[]) => isInRemovedRecord(schema, data, path);
    expect(isGone("sites", "a", "halls", "x", "name")).toBe(false);
    expect(isGone("sites", "a", "halls", "w", "name")).toBe(true);
    expect(isGone("sites", "c", "halls", "x", "name")).toBe(true);
  });

  it("are merged record by record at both levels, and clash at one field of one inner record", () => {
    const [base, yours, stored] = [two(), two(), two()];
    yours.sites[0]!.halls.push({ _id: "n", name: "new" } as never);
    yours.sites[1]!.halls[0]!.name = "mine";
    stored.sites[0]!.halls.shift();
    stored.sites[1]!.halls[0]!.name = "theirs";
    const comparison = compare(base, yours, stored);
    expect(comparison.conflicts).toEqual([
      { path: ["sites", "b", "halls", "x", "name"], yours: "mine", stored: "theirs" },
    ]);
    const merged = resolve(comparison, { "sites/b/halls/x/name": "stored" }).sites as { halls: JsonObject[] }[];
    expect(merged[0]!.halls.map(({ _id }) => _id)).toEqual(["y", "n"]);
    expect(merged[1]!.halls[0]).toMatchObject({ name: "theirs", paint: "red" });
  });
});
