// An analyst makes a field required only when another has a certain answer, in words and by keyboard alone.
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, form, inStudio, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, panel, readWish, type, typeIn, undoAll } from "./support/studioWishes.ts";

const product = "schadeverzekering_werknemers";

inStudio(() => {
  story("a field becomes required only when another has an answer, by keyboard alone", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/product/${product}?step=general-data&field=number_of_volunteers&tab=rules`);
    const { before, after } = readWish("requiredWhen");
    const rules = panel(page);
    await expect(rules.getByText("Altijd zichtbaar.")).toBeVisible();
    await typeIn(page, rules, rules.getByRole("button", { name: "Alleen verplicht als…" }), "Enter");
    const line = rules.getByRole("group", { name: "Voorwaarde 1", exact: true });
    await expect(line.getByLabel("Antwoord")).toBeFocused();
    await type(page, "Rechtsvorm", "Tab");
    await expect(line.getByLabel("Vergelijking"), "the comparisons of a choice").toHaveValue("is");
    await type(page, "Tab", "Naamloze");
    await expectFiles(after);
    await expect(rules.getByText("Rechtsvorm is Naamloze vennootschap (nv)")).toBeVisible();
    await expectAccessibleHere(page, "the rules of a field");
    await form(page).getByLabel("Rechtsvorm").selectOption({ label: "Naamloze vennootschap (nv)" });
    await expect(async () => {
      await form(page).getByRole("button", { name: "Volgende" }).press("Enter");
      await expect(form(page).getByRole("link", { name: /vrijwilligers/ })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expectClean(page);
    await undoAll(page, 1, before);
  });
});
