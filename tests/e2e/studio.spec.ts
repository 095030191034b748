// The analysts' studio (src/studio), as `npm run studio` starts it over a copy of the content, which the story changes while
// the page is open. `studio.long.spec.ts` has the rest.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { change, expect, findFile, form, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, panel } from "./support/studioWishes.ts";
import { productWords } from "./support/words.ts";

const product = "beroepsaansprakelijkheid";
const rules = `schemas/products/${product}/general-data.schema.json`;

/** The next answer about what is published is that of when it was asked, and comes when it is let go. */
async function holdPreview(page: Page): Promise<{ held: Promise<void>; release(): void }> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    // The page may have retried meanwhile.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route("**/studio/products/*/preview*", hold, { times: 1 });
  return { held: held.promise, release: released.resolve };
}

inStudio(() => {
  story("an analyst follows each saved file, and loses nothing typed", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByText("Fouten: 0, opmerkingen:")).toBeVisible();
    await expectAccessible(page, "products of the studio");
    await page.getByRole("link", { name: "Beroepsaansprakelijkheid" }).click();
    await page.getByLabel("Antwoorden", { exact: true }).selectOption("case follows: /revenue maximum");
    await expect(form(page).getByText("De jaaromzet is te hoog").first(), "what the case expects").toBeVisible();
    const revenue = form(page).getByLabel("Jaaromzet");
    await revenue.fill("600000");
    await revenue.blur();
    await expect(form(page).getByText("De jaaromzet is te hoog")).toHaveCount(0);

    const before = readFileSync(findFile(rules), "utf8");
    const editor = region(page, "Bestand bewerken");
    await panel(page).getByRole("tab", { name: "JSON" }).click();
    await editor.locator(".cm-line", { hasText: '"maximum": 1000000' }).click();
    await page.keyboard.press("End");
    for (const _digit of "1000000") await page.keyboard.press("Backspace");
    await page.keyboard.type("500000");
    await expect(editor.getByRole("status")).toHaveText("Opgeslagen: dit staat op schijf.");
    await expect(form(page).getByText("De jaaromzet is te hoog").first()).toBeVisible();
    await expect(revenue).toHaveValue("600.000");
    expect(readFileSync(findFile(rules), "utf8")).toBe(before.replace('"maximum": 1000000', '"maximum": 500000'));
    const editorLine = (limit: number) => editor.locator(".cm-line", { hasText: `"maximum": ${limit}` });
    const { held, release } = await holdPreview(page);
    writeFileSync(findFile(rules), before.replace('"maximum": 1000000', '"maximum": 400000'));
    await held;
    await expect(editorLine(400_000)).toBeVisible();
    writeFileSync(findFile(rules), before);
    await expect(editorLine(1_000_000)).toBeVisible();
    release();
    await expect(form(page).getByText("De jaaromzet is te hoog")).toHaveCount(0);
    await expectClean(page);

    const undoComma = change(rules, '"type": "object",', '"type": "object"');
    await expect(page.getByText("U ziet de laatste versie die kon worden gemaakt", { exact: false })).toBeVisible();
    await expect(revenue).toHaveValue("600.000");
    const wrong = page
      .getByRole("listitem")
      .filter({ hasText: `${rules}:` })
      .first();
    await expect(wrong, "what is wrong is beside the last form that could be drawn").toBeVisible();
    await page.goto("/");
    await expect(page.getByText(/hierna ontbreekt een komma/)).toBeVisible();
    await wrong.getByRole("button", { name: "Tonen" }).click();
    await expect(editor.getByRole("textbox"), "a finding leads into the file").toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    expect(await page.evaluate(() => String(getSelection()))).toBe('"type": "object"');
    undoComma();
  });

  story("the editor says what is not saved, and loses nothing of two versions", async ({ page, guard }) => {
    const path = findFile(rules);
    const before = readFileSync(path, "utf8");
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`/product/${product}?step=general-data&tab=json&file=${rules}`);
    const editor = region(page, "Bestand bewerken");
    const state = editor.getByRole("status");
    const type = async (text: string) => {
      await editor.getByRole("textbox").focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(text);
    };
    await expect(state).toHaveText("Opgeslagen: dit staat op schijf.");
    const away = page.getByRole("alert").filter({ hasText: "De server van de studio antwoordt niet" });
    await expect(away).toHaveCount(0);
    guard.expectNoNetwork();
    await page.route("**/studio/saves", (route) => route.abort());
    await page.reload();
    await expect(away, "nobody tells the page of saves").toBeVisible();
    await page.unroute("**/studio/saves");
    await expect(away, "it asks again by itself").toHaveCount(0);
    await expect(state, "the editor is there again").toHaveText("Opgeslagen: dit staat op schijf.");
    await type("x");
    await expect(state).toContainText("Niet opgeslagen: dit is nog geen JSON.");
    await expect(state, "where, and the way out").toContainText(" Regel 1: ");
    expect(readFileSync(path, "utf8")).toBe(before);

    const elsewhere = before.replace('"maximum": 1000000', '"maximum": 900000');
    writeFileSync(path, elsewhere);
    await expect(state).toHaveText("Niet opgeslagen: een ander programma heeft het bestand gewijzigd.");
    await expectAccessibleHere(page, "a file that two changed, at 1024");
    await editor.getByRole("button", { name: "De tekst van de schijf gebruiken" }).click();
    await expect(state).toHaveText("Opgeslagen: dit staat op schijf.");
    await expect(editor.locator(".cm-line", { hasText: '"maximum": 900000' })).toBeVisible();
    await expect(editor.locator(".cm-line").first()).toHaveText("{");

    guard.expectStatus(404);
    renameSync(path, `${path}.away`);
    await expect(state).toContainText("Dit bestand staat niet meer op schijf.");
    await type(" ");
    await expect(state).toContainText("Dit bestand staat niet meer op schijf.");
    renameSync(`${path}.away`, path);
    await expect(state, "what was typed meanwhile").toHaveText("Opgeslagen: dit staat op schijf.");
    expect(readFileSync(path, "utf8")).toBe(` ${elsewhere}`);
    writeFileSync(path, before);
    await expect(editor.locator(".cm-line", { hasText: '"maximum": 1000000' })).toBeVisible();

    await type("x");
    await expect(state).toContainText("Niet opgeslagen: dit is nog geen JSON.");
    const file = editor.getByLabel("Bestand", { exact: true });
    await file.selectOption(`schemas/products/${product}/product.json`);
    await expect(state).toHaveText("Opgeslagen: dit staat op schijf.");
    const fileName = rules.slice(rules.lastIndexOf("/") + 1);
    await expect(file.getByRole("option", { name: `${fileName} (niet opgeslagen)`, exact: true })).toBeAttached();
    await page.getByRole("link", { name: /^Studio/ }).click();
    const opening = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await opening;
    expect(dialog.type(), "it was typed, and is nowhere else").toBe("beforeunload");
    await dialog.dismiss();
    await page.goBack();
    await file.selectOption(rules);
    await expect(editor.locator(".cm-line").first()).toHaveText("x{");
    await editor.getByRole("textbox").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Delete");
    await expect(state).toHaveText("Opgeslagen: dit staat op schijf.");
  });

  story(
    "a tester walks a whole request to its outcome, in French, and sees its mail and its paper",
    async ({ page }) => {
      const text = productWords("cyber", "fr");
      const portal = page.frameLocator('iframe[title="La demande dans le portail"]');
      await page.setViewportSize({ width: 1024, height: 800 });
      await page.goto("/request/cyber?journey=cyber-newRequest-policy-accepted&language=fr");
      const factors = region(page, "Composition de la prime");
      await expect(factors, "the back end has started and priced").toContainText("218,73\u00a0€", { timeout: 120_000 });
      await expect(factors.getByRole("row", { name: /Chiffre d.affaires/ })).toContainText("× 1,35");
      await expect(
        portal.getByRole("textbox", { name: text("wizard.request.effective_date.label") }),
        "its last block is filled in too",
      ).toHaveValue("01/12/2026");
      await expectAccessibleHere(page, "a request in the studio at 1024");
      await portal.getByRole("button", { name: text("wizard.button.apply_policy") }).click();
      const sent = region(page, "Ce qui est envoyé");
      await expect(sent).toContainText(/Police \d{8}/);
      const paper = await page.request.get(
        (await sent.getByRole("link", { name: /^police-\d+\.pdf$/ }).getAttribute("href")) ?? "",
      );
      expect(paper.headers()["content-type"]).toBe("application/pdf");
      await expectAccessibleHere(page, "an outcome in the studio at 1024");
      const otherTab = await page.context().newPage();
      await otherTab.goto("/request/cyber?step=general-data&language=fr");
      await expect(page.getByText("dans un autre onglet")).toBeVisible();
      await expect(sent, "what is shown would be that of the other tab").toBeHidden();
      await page.getByRole("button", { name: "Recommencer" }).click();
      await expect(factors).toContainText("218,73\u00a0€");
      await expect(otherTab.getByText("dans un autre onglet")).toBeVisible();
      await otherTab.close();
    },
  );
});
