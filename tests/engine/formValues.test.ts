// Setting one value in form data.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";

const data = { list: [{ a: 1 }, { a: 2 }], group: { b: 3 }, c: 4 };

describe("setting a value", () => {
  it.each<[string[], unknown, unknown]>([
    [["list", "1", "a"], 5, { ...data, list: [{ a: 1 }, { a: 5 }] }],
    [["list", "2"], { a: 6 }, { ...data, list: [...data.list, { a: 6 }] }],
    [["list", "0"], undefined, { ...data, list: [{ a: 2 }] }],
    [["list", "0", "a"], undefined, { ...data, list: [{}, { a: 2 }] }],
    [["list", "3"], 1, data],
    [["list", "first"], 1, data],
    [["list", "-1"], 1, data],
    [["group", "d"], 1, { ...data, group: { b: 3, d: 1 } }],
    [["new", "d"], 1, { ...data, new: { d: 1 } }],
    [["c"], undefined, { list: data.list, group: data.group }],
  ])("at %j leaves every array an array", (path, value, expected) =>
    expect(withValue(data, path, value)).toEqual(expected),
  );

  it("can be read back, and changes nothing beside its path", () => {
    const entries = fc.array(fc.record({ a: fc.integer() }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(entries, fc.nat(), fc.integer(), (list, position, value) => {
        const before = { list, other: { list } };
        const path = ["list", String(position % list.length), "a"];
        const after = withValue(before, path, value);
        expect(valueAt(after, path)).toBe(value);
        expect(after.other).toBe(before.other);
        expect(after.list.filter((entry, index) => entry !== list[index])).toHaveLength(1);
      }),
    );
  });
});
