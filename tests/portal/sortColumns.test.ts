// Every column of a list is one that the schema of its row describes, and sorts it.
import { describe, expect, test } from "vitest";
import type { Format } from "#portal/kit/usePortal.ts";
import { KINDS } from "#routes/kinds.ts";
import { rowMembers } from "#server/http/apiSchemas.ts";
import { portalKinds } from "./kinds.ts";

test("every kind is here", () => {
  expect(portalKinds.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
});

/** A download is no value of a row. */
const columnsOf = ({ columns }: (typeof portalKinds)[number], ofRelation: boolean) =>
  columns({} as Format, ofRelation).filter(({ key }) => key !== "download");

describe.each(portalKinds.map((kind) => [kind.kind, kind] as const))("%s", (_, kind) => {
  test.each([false, true])("columns, in the list of one relation: %s", (ofRelation) => {
    const sorted = rowMembers(kind.schema).flatMap(([name, { column }]) => (column?.sort ? [name] : []));
    for (const { key, sort } of columnsOf(kind, ofRelation)) {
      expect(sort, key).toBe(key);
      expect(sorted).toContain(key);
    }
  });
});
