// A list of records, written as the recipe of schemas/recipes.md says: a broker adds, removes and moves records, mends an error in
// one, finds them again after a reload, and reads them in all answers and in the document, in both languages. `records.long.spec.ts` has the same list as a table.

import type { Page } from "@playwright/test";
import { pdfText } from "../support/pdfText.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { addOwners, OWNERS } from "./support/owners.ts";
import { fillOtherSteps, withRecipes, writeRecipes } from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";
import type { Language } from "./support/words.ts";

const copy = writeRecipes();

const WRITTEN: Record<Language, { date: string; share: string }> = {
  nl: { date: "03-04-1985", share: "30%" },
  fr: { date: "03/04/1985", share: "30 %" },
};

/** The page of all answers, a line for each. */
async function readRows(page: Page): Promise<string[]> {
  const rows = page.getByRole("main").locator("dl > div");
  const read = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((part) => part.textContent)));
  return read.map((row) => row.join(": ").replace(/[\u00a0\u202f]/g, " "));
}

async function expectInPaper({ page, say }: Broker, rows: string[]): Promise<void> {
  const link = page.getByRole("link", { name: say("wizard.outcome.action.download_answers") });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  const paper = pdfText(await answer.body()).replace(/[\s\u202f]+/g, " ");
  for (const part of rows.flatMap((row) => row.split(/: | – /))) expect(paper).toContain(part);
  expect(paper).not.toContain("_id");
}

for (const language of TOLD_IN) {
  test.describe(`records in ${language}`, () => {
    test.use({ language });

    test("owners are added, removed, moved, mended, kept and printed", async ({ broker, page, portal }) => {
      await withRecipes(copy, portal, async () => {
        const { journey, form, owners, label, findShareLink } = await addOwners(broker, copy);
        await owners.press("remove", "Anna de Vries");
        await expect.poll(() => owners.names()).toEqual(["Bo Jansen"]);
        await expectAccessible(page, "a removed record");
        await owners.press("undo", "Anna de Vries");
        await expect.poll(() => owners.names()).toEqual(["Anna de Vries", "Bo Jansen"]);
        await owners.press("up", "Bo Jansen");
        await expect.poll(() => owners.names()).toEqual(["Bo Jansen", "Anna de Vries"]);

        await broker.next();
        const mistake = findShareLink("Bo Jansen");
        await expect(mistake).toBeVisible();
        await expectAccessible(page, "an error in a record");
        await page.setViewportSize({ width: 320, height: 700 });
        await expectAccessibleHere(page, "an error in a record at 320");
        await mistake.click();
        await expect(form.answer("owners.1.share")).toBeFocused();
        await page.setViewportSize({ width: 1440, height: 900 });
        await form.typeAnswer("owners.1.share", "30");
        await broker.next();

        await fillOtherSteps(broker, form, journey);
        await page.reload();
        await broker.button("wizard.check_answers.title").click();
        await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        const rows = await readRows(page);
        const { date, share } = WRITTEN[language];
        const written = [
          `Bo Jansen – ${label("name.label")}: Bo Jansen`,
          `Bo Jansen – ${label("birth_date.label")}: ${date}`,
          `Bo Jansen – ${label("share.label")}: ${share}`,
          `Anna de Vries – ${label("name.label")}: Anna de Vries`,
        ];
        expect(rows.filter((row) => OWNERS.some(({ name }) => row.startsWith(name))).slice(0, 4)).toEqual(written);
        await expectAccessible(page, "the owners in all answers");
        await broker.button("wizard.check_answers.back").click();
        await form.fill("request", { ...journey.submit.answers, effective_date: broker.firstDay() });
        await broker.send(journey.submit.action);
        await expectInPaper(broker, written);
      });
    });
  });
}
