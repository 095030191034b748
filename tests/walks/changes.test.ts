// The changes that put old faults back are made by hand only (`putBack.ts`). This test fails at once when a source has
// lost a text that one of them replaces.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changes } from "./changes.ts";

const root = join(import.meta.dirname, "../..");

test("every change still finds the text that it replaces", () => {
  const lost = changes.flatMap(({ finding, edits }) => {
    const sources = new Map<string, string>();
    return edits.flatMap(({ file, from, to = "", json }) => {
      const source = sources.get(file) ?? readFileSync(join(root, file), "utf8");
      if (json) return [];
      sources.set(
        file,
        source.replace(from ?? "", () => to),
      );
      return from !== undefined && source.includes(from) ? [] : [`${finding}: ${file} does not hold ${from}`];
    });
  });
  expect(lost).toEqual([]);
});
