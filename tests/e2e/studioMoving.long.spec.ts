// An analyst moves a field to another step, deletes one and renames one. Each story writes what an expert wrote by hand for the same wish
// (`wishes`), the check finds nothing afterwards, and undoing once gives the bytes back.
import { expectAccessibleHere } from "./support/accessible.ts";
import { press } from "./support/keyboard.ts";
import { expect, form, inStudio, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, openField, readWish, type, typeInOutline, undoAll } from "./support/studioWishes.ts";

inStudio(() => {
  story("a field moves to another step with all that names it, by keyboard alone", async ({ page }) => {
    await openField(page, "wagenpark", "use");
    const { before, after } = readWish("moved");
    await typeInOutline(page, "Alt+ArrowRight");
    await expectAccessibleHere(page, "the places to which a field can move");
    await type(page, "Voertuigen", "ArrowDown", "Enter");
    await expectFiles(after);
    await expect(page).toHaveURL(/step=vehicles&field=use/);
    await expect(form(page).getByText("Waarvoor worden de voertuigen vooral gebruikt?").first()).toBeVisible();
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a field that a factor reads is deleted with its factor, by keyboard alone", async ({ page }) => {
    await openField(page, "bedrijfspand", "turnover");
    const { before, after } = readWish("deleted");
    await typeInOutline(page, "Delete");
    const dialog = page.getByRole("dialog");
    const goes = dialog.getByRole("list", { name: "Wat mee verdwijnt" });
    await expect(goes).toContainText("Tarief: 1");
    await expect(goes).toContainText("Gevallen: 1");
    await expectAccessibleHere(page, "what becomes of a field that is deleted");
    await press(page, dialog.getByRole("button", { name: "Verwijderen" }));
    await expectFiles(after);
    await expect(page.locator("[data-selected]:focus"), "the step that had it").toHaveCount(1);
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a field gets another name in every file that names it, by keyboard alone", async ({ page }) => {
    await openField(page, "wagenpark", "vehicles.drivers.licence_since", "vehicles");
    const { before, after } = readWish("renamed");
    await typeInOutline(page, "F2");
    await expect(page.getByRole("dialog", { name: "Andere naam voor Rijbewijs sinds" })).toBeVisible();
    await type(page, "Tab", "Tab", "Control+a", "licensed_since", "Enter");
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 1, before);
  });
}, ["--examples"]);
