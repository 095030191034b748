// One mistake is one line, error or note, at the place where it was made. The check must know all that could be meant, so these
// run beside the code that shows texts.
import { afterAll, expect, it } from "vitest";
import { describe as sentence } from "#content/finding.ts";
import { ContentCopy } from "./support/content.ts";
import type { Mistake } from "./support/faults/fault.ts";
import { onceOnly } from "./support/faults/onceOnly.ts";

const copy = new ContentCopy("beroepsaansprakelijkheid", "cyber").writeOut();
copy.addPortalForms();
copy.addCode();
copy.rewrite();
const before = new Set((await copy.findings()).map(sentence));
afterAll(() => copy.remove());

it.each<Mistake>(onceOnly)("%s", async (_name, file, change, ...says) => {
  const known = copy.read(file);
  copy.change(file, change);
  const said = (await copy.findings()).filter((one) => !one.follows && !before.has(sentence(one)));
  copy.write(file, known);
  expect(said.map(({ file, place, level, ...told }) => [file, place, level, `${told.sentence}; ${told.hint}`])).toEqual(
    [says],
  );
});
