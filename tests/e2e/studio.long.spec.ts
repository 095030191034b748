// More of the studio: its context in the address, both languages, the comparison with the last commit, the search in a file, and changes
// that are kept on every page while a file or the server is away.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { change, expect, findFile, form, inStudio, region, story } from "./support/studioStories.ts";
import { line, openField, panel } from "./support/studioWishes.ts";

const product = "beroepsaansprakelijkheid";
const rules = `schemas/products/${product}/general-data.schema.json`;

const readRules = () => readFileSync(findFile(rules), "utf8");

inStudio(() => {
  story("a product that is none is said to be none, and is not compared for ever", async ({ page, guard }) => {
    guard.expectStatus(404);
    await page.goto("/product/nothing");
    await expect(page.getByText("Dit product bestaat niet of is nog niet gepubliceerd.")).toBeVisible();
    await page.goto("/product/nothing/changes");
    await expect(page.getByText("Dit kan niet worden vergeleken")).toBeVisible();
  });

  story(
    "a product without steps shows what is wrong and its files, and its form once they are mended",
    async ({ page, guard }) => {
      guard.expectStatus(404);
      const folder = findFile("schemas/products/empty");
      cpSync(findFile("schemas/products/cyber"), folder, { recursive: true });
      const manifest = findFile("schemas/products/empty/product.json");
      const whole = readFileSync(manifest, "utf8").replace('"key": "cyber"', '"key": "empty"');
      writeFileSync(manifest, whole.replace(/"steps": \[.*?\n {2}\]/s, '"steps": []'));
      await page.goto("/product/empty");
      const finding = page.getByRole("listitem").filter({ hasText: "schemas/products/empty/product.json:" }).first();
      await expect(finding).toBeVisible();
      await expectAccessible(page, "a product without steps");
      await finding.getByRole("button", { name: "Tonen" }).click();
      await expect(region(page, "Bestand bewerken").getByRole("textbox")).toContainText('"steps": []');
      writeFileSync(manifest, whole);
      await expect(form(page).getByRole("textbox").first()).toBeVisible();
      rmSync(folder, { recursive: true });
    },
  );

  story("a tester looks at a journey in both languages, in a context that is in the address", async ({ page }) => {
    await page.goto(`/product/${product}?step=company-data&language=both&flow=newRequest`);
    const journey = `${product}-editQuote-changed-quotation`;
    await expect(form(page).getByLabel("Bedrijfsnaam"), "the product's page is there").toBeEditable();
    await page.getByText(/^Hele aanvragen \(/).click();
    await region(page, "Delen van het product")
      .getByTitle("Offerte wijzigen: Quotation with another cover")
      .first()
      .click();
    await expect(page, "a colleague sees the same").toHaveURL(new RegExp(`journey=${journey}`));
    await expect(panel(page).getByText("Klopt", { exact: true }).first()).toBeVisible();
    await expect(panel(page).getByText("Klopt niet")).toHaveCount(0);
    await expectAccessibleHere(page, "a journey in both languages");
    for (const [language, label] of [
      ["Nederlands", /Bedrijfsnaam/],
      ["Français", /Nom de l.entreprise/],
    ] as const)
      await expect(form(page, language).getByLabel(label), "locked as the portal locks it").not.toBeEditable();
    await form(page).getByLabel("Straat").fill("Zogenaamdstraat");
    await form(page).getByLabel("Straat").blur();
    await expect(form(page, "Français").getByLabel("Rue"), "one step, drawn twice").toHaveValue("Zogenaamdstraat");

    await page.goto(`/product/${product}?step=general-data&locked=revenue&today=2027-01-04&width=phone`);
    await expect(page.getByLabel("Dag van vandaag")).toHaveValue("2027-01-04");
    await expect(form(page).getByLabel("Jaaromzet")).not.toBeEditable();
    await page.getByRole("checkbox", { name: /^Jaaromzet/ }).click();
    await expect(form(page).getByLabel("Jaaromzet")).toBeEditable();
    await page.getByText(/^Gevallen van deze stap \(/).click();
    await page.getByRole("button", { name: "kvk of 7 digits" }).click();
    await expect(form(page).getByLabel("KVK-nummer")).toHaveValue("4279319");
    await expect(page).toHaveURL(/today=2027-01-04.*case=kvk\+of\+7\+digits/);
    await expect(panel(page).getByText("Klopt", { exact: true })).toBeVisible();
    await expect(panel(page).getByRole("definition").first()).toHaveText("KVK-nummer: verkeerde notatie");
  });

  story("an analyst compares with the last commit, and sees what a portfolio notices", async ({ page }) => {
    const undo = change(rules, '"maximum": 1000000', '"maximum": 100000');
    const lowered = "Jaaromzet · maximum";
    const table = region(page, "Voor de klant en in de prijs").getByRole("table");
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`/product/${product}/changes?since=HEAD`);
    await expect(table.getByRole("row").filter({ hasText: lowered }).first()).toContainText("€ 1.000.000€ 100.000");
    await page.getByRole("button", { name: /^De offertes van de voorbeelden/ }).click();
    const noticed = region(page, "Premies en uitkomsten van een portefeuille").getByRole("table");
    const refused = noticed.getByRole("row").filter({ hasText: `kan niet worden verstuurd: ${lowered}` });
    await expect(refused).toContainText("aanvra");
    await expectAccessibleHere(page, "what changed, at 1024");
    undo();
    await expect(region(page, "Voor de klant en in de prijs")).toContainText("Er verandert niets.");
    await expect(noticed, "it was about other files").toHaveCount(0);
  });

  story("the editor finds words in lines that are not drawn", async ({ page }) => {
    const file = "schemas/shared/texts.nl.json";
    const last = Object.keys(JSON.parse(readFileSync(findFile(file), "utf8"))).at(-1) ?? "";
    await page.goto(`/product/${product}?step=general-data&tab=json&file=${file}`);
    const editor = region(page, "Bestand bewerken");
    const line = editor.locator(".cm-line", { hasText: `"${last}"` });
    await editor.getByRole("textbox").focus();
    await expect(line).toHaveCount(0);
    await page.keyboard.press("Control+f");
    await expect(editor.getByRole("textbox", { name: "Find" })).toBeFocused();
    await page.keyboard.type(last);
    await page.keyboard.press("Enter");
    await expect(line).toBeInViewport();
    await expectAccessibleHere(page, "words found in a file");
    await page.keyboard.press("Escape");
    await expect(editor.getByRole("textbox"), "back in the text").toBeFocused();
  });

  story("a change without a server is kept on every page and before the window closes", async ({ page, guard }) => {
    await openField(page, product, "revenue");
    const before = readRules();
    guard.expectNoNetwork();
    await page.route("**/studio/acts", (route) => route.abort());
    for (const limit of ["800.000", "850.000"]) {
      await panel(page).getByLabel("Hoogstens").fill(limit);
      await expect(panel(page).getByRole("alert")).toContainText("De server van de studio antwoordt niet");
    }
    await expect(line(page), "one change, however long one types").toContainText("1 niet opgeslagen");
    await page.getByRole("link", { name: /^Studio/ }).click();
    await page.getByRole("link", { name: "Cyber", exact: true }).click();
    await expect(line(page)).toContainText("Opgeslagen");
    const closing = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    await (await closing).dismiss();
    await page.goBack();
    await page.unroute("**/studio/acts");
    await page.getByRole("link", { name: "Beroepsaansprakelijkheid" }).click();
    await expect.poll(readRules).toBe(before.replace('"maximum": 1000000', '"maximum": 850000'));
    await line(page)
      .getByRole("button", { name: /^Ongedaan maken: / })
      .click();
    await expect.poll(readRules).toBe(before);
  });

  story(
    "a change of a file that cannot be written names the file and is written when one tries again",
    async ({ page, guard }) => {
      await openField(page, product, "revenue");
      const before = readRules();
      guard.expectStatus(507);
      const refusal = { code: "unwritable", message: "EACCES", file: rules };
      await page.route("**/studio/acts", (route) => route.fulfill({ status: 507, json: refusal }), { times: 1 });
      await panel(page).getByLabel("Hoogstens").fill("750.000");
      await expect(panel(page).getByRole("alert")).toContainText("general-data.schema.json kan niet worden geschreven");
      expect(readRules()).toBe(before);
      await line(page).getByRole("button", { name: "Opnieuw opslaan" }).click();
      await expect.poll(readRules).toBe(before.replace('"maximum": 1000000', '"maximum": 750000'));
      await expect(line(page).getByRole("status")).toHaveText("Opgeslagen");
    },
  );
});
