// Every column of a list sorts it, by a column that its call knows.
import { describe, expect, test } from "vitest";
import type { Format } from "#portal/kit/usePortal.ts";
import { KINDS } from "#routes/kinds.ts";
import { portalKinds } from "./kinds.ts";

const schemas = import.meta.glob<{ definitions: { sort: { enum: string[] } } }>("/schemas/api/*.schema.json", {
  eager: true,
});

test("every kind is here", () => {
  expect(portalKinds.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
});

/** A download is no value of a row. */
const columnsOf = ({ columns }: (typeof portalKinds)[number]) =>
  columns({} as Format, false).filter(({ key }) => key !== "download");

describe.each(portalKinds.map((kind) => [kind.kind, kind] as const))("%s", (_, kind) => {
  const sortable = schemas[`/schemas/api/${kind.schema}.schema.json`]?.definitions.sort.enum;
  test.each(columnsOf(kind).map(({ key, sort }) => [key, sort] as const))("column %s by %s", (_, sort) => {
    expect(sortable).toContain(sort);
    expect(sortable).toContain(`-${sort}`);
  });
});
