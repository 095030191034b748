// A table of fixed rows in a form session: the rows of a list follow one schema, and each cell is a field of its own.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activeData } from "#engine/answers/activeData.ts";
import { compare, resolve } from "#engine/answers/conflict.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, EvaluationContext, JsonObject, Lists } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { compileContract, is, rulesBroken, TODAY, when } from "./support/step.ts";

const schema = {
  type: "object",
  properties: {
    first: { type: "string", maxLength: 9 },
    sales: {
      type: "object",
      rows: {
        from: "areas",
        properties: {
          last: { type: "integer", minimum: 0 },
          next: { type: "integer", maximum: 99, rules: { growth: { atLeast: [".next", ".last"] } } },
          kind: { type: "string", enum: ["own", "agent"], default: "own" },
        },
        required: ["last"],
        allOf: [
          when(is("kind", "agent"), { properties: { agent: { type: "string", maxLength: 9 } }, required: ["agent"] }),
        ],
      },
    },
    total: { type: "integer", computed: { sum: ".sales.*.last" } },
  },
} satisfies Schema;
const ui: UiSchema = { sales: { "ui:field": "table", next: { "ui:errors": { maximum: { severity: "blocking" } } } } };
const contract = compileContract(schema, ui, "s");
const ROWS = ["nl", "eu", "us"] as const;
const areas = (...values: string[]): Lists => ({ areas: values.map((value) => ({ value, label: `Area ${value}` })) });
const LISTS = areas(...ROWS);

function open(data: Answers = {}, lists: Lists = LISTS) {
  const context: EvaluationContext = { today: TODAY, lists };
  const shown = present(
    { schema, ui },
    {
      step: "s",
      meta: {},
      lists,
      today: TODAY,
      translate: (key) => (key.endsWith(".last.label") ? "Last year" : null),
    },
  );
  const presentation = { "sales.next": { maximum: { severity: "blocking" as const } } };
  const session = new FormSession({
    step: "s",
    contract,
    context: () => context,
    data,
    schema: () => shown.schema,
    presentation,
  });
  return { session, shown };
}
const broken = (data: unknown, lists = LISTS) =>
  rulesBroken(contract, activeData(schema, data as Answers, { today: TODAY, lists }), { today: TODAY, lists });

describe("a table of fixed rows", () => {
  it("asks for every cell of every row at its own field, in the order of the list and not of the answers", () => {
    expect(broken({})).toEqual(["/sales/nl/last required", "/sales/eu/last required", "/sales/us/last required"]);
    expect(broken({ sales: { us: { last: -1 }, eu: { last: 1, next: 0 }, nl: { last: "x" } } })).toEqual([
      "/sales/nl/last type",
      "/sales/eu/next growth",
      "/sales/us/last minimum",
    ]);
  });

  it("judges a condition of the row by the answers of that row alone", () => {
    const row = (kind: string) => ({ last: 1, kind });
    expect(broken({ sales: { nl: row("own"), eu: row("agent"), us: row("own") } })).toEqual([
      "/sales/eu/agent required",
    ]);
  });

  it("keeps what the list no longer offers, without judging it, and judges nothing less while the list is unknown", () => {
    const data = { sales: { nl: { last: 1 }, gone: { last: -5 } } };
    const { session } = open(data, areas("nl"));
    expect(session.errors()).toEqual([]);
    expect(session.active()).toEqual({ sales: { nl: { last: 1, kind: "own" } }, total: 1 });
    expect(session.data()).toMatchObject(data);
    expect(broken(data, {})).toContain("/sales listUnavailable");
  });

  it("refuses what is no cell, no row and no table at its own place", () => {
    const rest = { eu: { last: 1 }, us: { last: 1 } };
    expect(broken({ sales: { ...rest, nl: { last: { amount: 1 } } } })).toEqual(["/sales/nl/last type"]);
    expect(broken({ sales: { ...rest, nl: [1] } })).toEqual(["/sales/nl type"]);
    expect(broken({ sales: [{ last: 1 }] })).toEqual(["/sales type"]);
  });

  it("names each cell with its row, and shows the fields of the row under the row's name", () => {
    const { shown } = open();
    const sales = shown.uiSchema.sales as JsonObject;
    expect(sales.eu).toMatchObject({
      "ui:options": { title: "Area eu" },
      last: { "ui:options": { title: "Last year", around: "Area eu" } },
    });
    expect(sales["ui:order"]).toEqual([...ROWS, "*"]);
  });

  it("lets an error block that the layout of the column makes blocking, in any row", () => {
    const { session } = open({ sales: { us: { last: 1, next: 100 } } });
    expect(session.blocking().map(({ pointer }) => pointer)).toEqual(["/sales/us/next"]);
  });

  it("calls only the listeners of the cell, its row and its table", () => {
    const { session } = open({ sales: Object.fromEntries(ROWS.map((row) => [row, { last: 1 }])) });
    const called: string[] = [];
    for (const id of [
      "s_first",
      "s_sales",
      "s_sales_nl",
      "s_sales_nl_last",
      "s_sales_nl_next",
      "s_sales_eu",
      "s_sales_eu_last",
    ])
      session.subscribe(id, () => called.push(id));
    session.commitField(["sales", "nl", "last"], 2);
    expect(called.sort()).toEqual(["s_sales", "s_sales_nl", "s_sales_nl_last"]);
  });
});

const cell = fc.oneof(fc.constant(undefined), fc.integer({ min: -2, max: 120 }), fc.constant("x"));
const edit = fc.record({ row: fc.constantFrom(...ROWS), field: fc.constantFrom("last", "next"), value: cell });
type Edit = { row: string; field: string; value: unknown };
const KINDS = { kind: "own" };

describe("any sequence of edits", () => {
  it("leaves each cell as it was typed last, with the errors that a fresh session has", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { session } = open();
        const typed: Record<string, JsonObject> = Object.fromEntries(ROWS.map((row) => [row, { ...KINDS }]));
        for (const { row, field, value } of edits as Edit[]) {
          session.commitField(["sales", row, field], value);
          if (value === undefined) delete typed[row]?.[field];
          else typed[row] = { ...typed[row], [field]: value };
        }
        expect(session.active().sales).toEqual(typed);
        expect(session.errors()).toEqual(open(session.given()).session.errors());
        const lasts = ROWS.map((row) => typed[row]?.last).filter((value) => typeof value === "number");
        if (lasts.length === ROWS.length) expect(session.active().total).toBe(lasts.reduce((sum, add) => sum + add, 0));
      }),
    );
  });

  it("of two people keeps both, cell by cell, and asks only about a cell that both changed", () => {
    const table = (edits: Edit[]) => {
      const sales: Record<string, JsonObject> = Object.fromEntries(ROWS.map((row) => [row, { last: 1, next: 2 }]));
      for (const { row, field, value } of edits) sales[row] = { ...sales[row], [field]: value };
      return { sales } as { sales: Record<string, JsonObject> };
    };
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }), (mine, theirs) => {
        const [base, yours, stored] = [table([]), table(mine as Edit[]), table(theirs as Edit[])];
        const comparison = compare(base, yours, stored);
        const differ = (a: unknown, b: unknown) => !Object.is(a ?? null, b ?? null);
        for (const row of ROWS)
          for (const field of ["last", "next"]) {
            const [was, here, other] = [base, yours, stored].map(({ sales }) => sales[row]?.[field]);
            const conflicts = comparison.conflicts.some(({ path }) => path.join() === `sales,${row},${field}`);
            expect(conflicts).toBe(differ(here, was) && differ(other, was) && differ(here, other));
            const merged = (resolve(comparison, {}) as typeof base).sales[row]?.[field];
            expect(merged ?? null).toBe((differ(here, was) ? here : other) ?? null);
          }
        expect(comparison.conflicts.every(({ path }) => path.length === 3)).toBe(true);
      }),
    );
  });
});
