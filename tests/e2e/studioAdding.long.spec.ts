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
    await form(page).getByRole("radiogroup", { name: "Werkt iemand ’s nachts?" }).getByLabel("Ja").press("Space");
    await expect(form(page).getByLabel("Licht uw antwoord toe")).toBeVisible();
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a new step is opened, and what is added next comes into it", async ({ page }) => {
    await open(page, "number_of_volunteers");
    await type(page, "Control+k", "stap", "ArrowDown", "Enter");
    await type(page, "Vrijwilligers", "Tab", "Bénévoles", "Tab", "Aantal", "Tab", "Nombre", "Enter");
    // At once, before the first is written.
    await type(page, "Control+k", "telefoon", "ArrowDown", "Enter");
    await type(page, "Telefoon van de leider", "Tab", "Téléphone du responsable", "Enter");
    await expect(form(page).getByLabel("Telefoon van de leider")).toBeVisible();
    await expect(form(page).getByLabel("Aantal"), "the same step").toBeVisible();
    await undoAll(page, 2, new Map());
  });
});
