// One mistake is one finding at its place, error or note. These run beside the code that shows texts, because the check must know
// everything that could be meant.
import { afterAll, expect, it } from "vitest";
import { describe as sentence } from "#content/read/findings/finding.ts";
import { ContentCopy, describeCause } from "./support/content.ts";
import type { Mistake } from "./support/faults/fault.ts";
import { onceOnly } from "./support/faults/onceOnly.ts";

const copy = new ContentCopy("beroepsaansprakelijkheid", "cyber").writeOut();
copy.addPortalForms();
copy.addCode();
copy.rewrite();
const before = new Set((await copy.findings()).map(sentence));
afterAll(() => copy.remove());

it.each<Mistake>(onceOnly)("%s", async (_name, file, change) => {
  const content = copy.read(file);
  copy.change(file, change);
  const added = (await copy.findings()).filter((finding) => !finding.follows && !before.has(sentence(finding)));
  copy.write(file, content);
  expect(added.map(describeCause).join("\n")).toMatchSnapshot();
  expect(added).toHaveLength(1);
});
