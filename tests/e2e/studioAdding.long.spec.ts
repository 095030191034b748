// More of what an analyst adds, each as an expert wrote it by hand (`wishes`).
import type { Page } from "@playwright/test";
import { expect, form, inStudio, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, openField, readWish, type, undoAll } from "./support/studioWishes.ts";

const product = "schadeverzekering_werknemers";

const open = (page: Page, field: string, step?: string) => openField(page, product, field, step);

inStudio(() => {
  story("a yes/no question with an explanation, by keyboard alone", async ({ page }) => {
    await open(page, "number_of_volunteers");
    const { before, after } = readWish("explained");
    await type(page, "Control+k", "toelichting", "ArrowDown", "Enter");
    await type(
      page,
      "Werkt iemand ’s nachts?",
      "Tab",
      "Quelqu’un travaille-t-il la nuit ?",
      "Tab",
      "night_work",
      "Enter",
    );
    await expectFiles(after);
    await form(page).getByRole("radiogroup", { name: "Werkt iemand ’s nachts?" }).getByLabel("Ja").check();
    await expect(form(page).getByLabel("Licht uw antwoord toe")).toBeVisible();
    await expectClean(page);
    await undoAll(page, 1, before);
  });
});
