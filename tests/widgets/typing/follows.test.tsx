// A control that starts with the answer of another one, under random edits in both: it shows what the first one commits until it is
// edited itself, and what it shows is its answer.
import fc from "fast-check";
import { flushSync } from "react-dom";
import { expect, inject, test } from "vitest";
import type { Schema } from "#engine/schema/schema.ts";
import { parseMoney, trimText } from "#engine/values/formats.ts";
import { byId, type Opened, openForm } from "../support.tsx";
import { type Edit, edits, perform } from "./edits.ts";

const { sequences, seed } = inject("typing");
const numRuns = Math.ceil(sequences / 125);

interface Kind {
  widget: string;
  field: Schema;
  pieces: string[];
  read(shown: string): unknown;
}

const kinds: Kind[] = [
  {
    widget: "text",
    field: { type: "string" },
    pieces: ["a", " ", "é", "De Molen", "1"],
    read: (shown) => trimText(shown) || undefined,
  },
  {
    widget: "currency",
    field: { type: "number" },
    pieces: ["0", "1", ",", "250000", "1.234,50", "x", "€ 12"],
    read: (shown) => (/^[\s€']*$/.test(shown) ? undefined : (parseMoney(shown) ?? shown.trim())),
  },
];

const NAMES = ["first", "second"] as const;
const step = (pieces: string[]) => fc.record({ name: fc.constantFrom(...NAMES), sequence: edits(pieces) });

/** Edits that are not of one control: the browser undoes what was typed last in the whole page. */
const ELSEWHERE: ReadonlySet<string> = new Set(["next", "receive", "undo", "redo"]);

interface Step {
  name: string;
  sequence: Edit[];
}

/** Edits one of the two and leaves it. Returns whether the second may be the broker's from now on. */
async function editOne({ session }: Opened, kind: Kind, { name, sequence }: Step): Promise<boolean> {
  const element = byId(`step_${name}`);
  const values = [session.pending().second];
  for (const edit of sequence) {
    element.focus();
    if (!ELSEWHERE.has(edit.kind)) flushSync(() => perform(element, edit));
    values.push(session.pending().second);
  }
  flushSync(() => element.blur());
  values.push(session.pending().second);
  await new Promise(requestAnimationFrame);
  for (const each of NAMES)
    expect([each, kind.read(byId(`step_${each}`).value)]).toEqual([each, session.active()[each]]);
  return name === "second" && new Set(values).size > 1;
}

test.each(kinds)("$widget follows until it is edited", async (kind) => {
  const { field, widget, pieces } = kind;
  const opened = await openForm({
    schema: { type: "object", properties: { first: field, second: { ...field, startsWith: ".first" } } },
    ui: { first: { "ui:widget": widget }, second: { "ui:widget": widget } },
  });
  await expect.poll(() => document.getElementById("step_second")).not.toBeNull();
  const { session } = opened;
  await fc.assert(
    fc.asyncProperty(fc.array(step(pieces), { maxLength: 5 }), async (steps) => {
      flushSync(() => session.replace({}, { pristine: true }));
      await new Promise(requestAnimationFrame);
      let isOwn = false;
      for (const each of steps) {
        isOwn = (await editOne(opened, kind, each)) || isOwn;
        const { first, second } = session.active();
        if (!isOwn) expect(second, "what the second shows").toBe(first);
      }
    }),
    { seed, numRuns },
  );
});
