// Text boxes that are not a control of the form: the box that finds a profession, and the messages of the portal. The same random edits
// as in `shown.test.tsx`. A text in the box is the chosen profession, or Next stops at it. A message is sent as it is on the screen.
import fc from "fast-check";
import { useState } from "react";
import { flushSync } from "react-dom";
import { expect, inject, test } from "vitest";
import { render } from "vitest-browser-react";
import { LANGUAGES } from "#engine/values/languages.ts";
import { MessageField } from "#portal/kit/form/MessageField.tsx";
import { plain } from "#widgets/fields/combobox/narrowing.ts";
import { byId, type Language, type Opened, openForm, professionPairs } from "../support.tsx";
import { type Edit, edits, perform } from "./edits.ts";

const { sequences, seed } = inject("typing");
/** Each edit draws the list: few of the sequences, most are for the controls of the form. */
const numRuns = Math.ceil(sequences / 125);

const LABELS = ["Administrateur", "Boekhouder", "Belastingadviseur", "Ânier"];
const schema = {
  type: "object",
  properties: {
    sector: { type: "string" },
    professions: { ...professionPairs, minItems: 1, maxItems: 3 },
  },
  required: ["professions"],
};
const ui = { professions: { "ui:field": "profession-pair", "ui:options": { sector: "sector" } } };
const lists = { professions: LABELS.map((label, index) => ({ value: `p${index}`, label, sector_id: "180" })) };
const PIECES = ["a", "boek", "Boekhouder", "administrateur", " ", "é", "ânier", "x", "\u200b", "hou"];
const BOX = "step_professions__profession";

const chosenLabel = ({ session }: Opened): string | undefined => {
  const pairs = session.pending().professions as [string, string][] | undefined;
  const last = pairs?.at(-1)?.[1];
  return last === undefined ? undefined : LABELS[Number(last.slice(1))];
};

/** A text that a script puts in without an event counts once the field is left. */
const leavesUnseen = (edit: Edit) => edit.kind === "fill" && edit.event === "none";

function compareBox(opened: Opened, edit: Edit): void {
  const { session } = opened;
  const shown = byId(BOX).value;
  const chosen = chosenLabel(opened);
  if (edit.kind === "next" && chosen !== undefined) return;
  if (chosen === undefined) expect(session.text("step_professions"), "what is kept of the text").toBe(shown);
  else expect(plain(shown), "the chosen profession").toBe(plain(chosen));
  if (edit.kind === "next") expect(session.visible("step_professions"), "an error").toBeDefined();
}

async function runBox(opened: Opened, sequence: Edit[]): Promise<void> {
  const { session } = opened;
  await new Promise(requestAnimationFrame);
  byId(BOX).select();
  flushSync(() => perform(byId(BOX), { kind: "delete", hasKey: false }));
  flushSync(() => session.replace({ sector: "180" }, { pristine: true }));
  for (const edit of sequence) {
    const box = byId(BOX);
    box.focus();
    flushSync(() => {
      if (edit.kind === "next") session.attempt();
      else if (edit.kind !== "receive") perform(box, edit);
      if (leavesUnseen(edit)) box.blur();
    });
    compareBox(opened, edit);
    // Next adds what was chosen, and empties the box.
    if (edit.kind === "next" && chosenLabel(opened) !== undefined) return;
  }
}

test.each(LANGUAGES)("a text in the box of professions is a choice, or Next stops at it (%s)", async (language) => {
  const data = { sector: "180" };
  const opened = await openForm({ schema, ui, lists, data, language: language as Language });
  await expect.poll(() => document.getElementById(BOX)).not.toBeNull();
  await fc.assert(
    fc.asyncProperty(edits(PIECES), (sequence) => runBox(opened, sequence)),
    { seed, numRuns },
  );
});

const sent = { text: "" };

function Message() {
  const [text, setText] = useState("");
  sent.text = text;
  return (
    <MessageField id="message" label="Bericht" error={null} text={text} onText={setText} sending={false} ref={null} />
  );
}

test("what is sent of a message is what is on the screen", async () => {
  await render(<Message />);
  const area = byId<HTMLTextAreaElement>("message");
  const run = (sequence: Edit[]) => {
    for (const edit of sequence) {
      area.focus();
      flushSync(() => edit.kind !== "next" && edit.kind !== "receive" && perform(area, edit));
      if (leavesUnseen(edit)) flushSync(() => area.blur());
      expect(sent.text).toBe(area.value);
    }
  };
  fc.assert(fc.property(edits(["a", "é", " ", "\n", "De Molen", "e\u0301", "1"]), run), { seed, numRuns });
});
