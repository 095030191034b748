// A page that the browser translates: whatever React changes, the page shows the translation of what React drew, and nothing else.
import fc from "fast-check";
import { createElement, Fragment, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { translatePage } from "../support/pageTranslation.ts";
import "#widgets/ui/text/pageTranslation.ts";

type Tree = string | null | { tag: "i" | "b" | "fragment"; key: string | undefined; children: Tree[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("een", "twee ", "€ 232,90", null),
    fc.record({
      tag: fc.constantFrom("i" as const, "b" as const, "fragment" as const),
      key: fc.constantFrom(undefined, "a", "b"),
      children: fc.array(tie("tree"), { maxLength: 4 }),
    }),
  ),
}));

function draw(drawn: Tree, seen = new Set<string>()): ReactNode {
  if (drawn === null || typeof drawn === "string") return drawn;
  const key = drawn.key !== undefined && !seen.has(drawn.key) ? drawn.key : undefined;
  if (key) seen.add(key);
  const keys = new Set<string>();
  const children = drawn.children.map((child) => draw(child, keys));
  return createElement(drawn.tag === "fragment" ? Fragment : drawn.tag, { key }, ...children);
}

/** The text of a tree as React alone draws it. */
const readText = (drawn: Tree): string =>
  drawn === null || typeof drawn === "string" ? (drawn ?? "") : drawn.children.map(readText).join("");

const page = document.createElement("div");
document.body.append(page);
let stop = () => {};
afterEach(() => stop());

test.each([
  { moves: false, capitals: true },
  { moves: true, capitals: true },
  { moves: true, capitals: false },
])("text that comes, goes, moves and changes is shown (moves: $moves, capitals: $capitals)", async (translation) => {
  stop = translatePage(translation);
  const translated = (text: string) => (translation.capitals ? text.toUpperCase() : text);
  const drawings = fc.array(tree, { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(drawings, async (drawn) => {
      let error: unknown;
      const root = createRoot(page, { onUncaughtError: (thrown) => (error = thrown) });
      for (const each of drawn) {
        flushSync(() => root.render(draw(each)));
        // The translator is notified of changes before this continues.
        await Promise.resolve();
        expect(error).toBeUndefined();
        expect(page.textContent).toBe(translated(readText(each)));
      }
      flushSync(() => root.unmount());
      expect(page.childNodes).toHaveLength(0);
    }),
    { numRuns: 300 },
  );
});
