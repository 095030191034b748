// What each change of `changes.ts` announces, as a table that is compared with the recorded one.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { buildWithoutWaits } from "../../support/heard.ts";
import { type Language, openForm, translateFor } from "../support.tsx";
import { buildCase } from "./cases.ts";
import { changes } from "./changes.ts";
import { saidWhile } from "./tree.ts";

export function tellChanges(language: Language): void {
  test(`what each change announces (${language})`, async () => {
    const withoutWaits = buildWithoutWaits([(key) => translateFor(language)(key)!]);
    const rows = [];
    for (const { change, widget, from = "empty", before, act } of changes) {
      const form = await openForm(buildCase(widget, language, from));
      await expect.poll(() => document.querySelector("form [aria-busy=true]")).toBeNull();
      if (before) await saidWhile(() => before(form, userEvent));
      const announcements = (await saidWhile(() => act(form, userEvent))).map(withoutWaits).filter(Boolean);
      await form.unmount();
      rows.push(`| ${widget} | ${change} | ${announcements.join("<br>") || "(nothing)"} |`);
    }
    const table = ["| widget | change | said |", "|---|---|---|", ...rows, ""].join("\n");
    await expect(table).toMatchFileSnapshot(`./said/changes.${language}.md`);
  });
}
