// What an analyst changed while a file or the server was away is kept on every page, and is written when one tries again.
import { readFileSync } from "node:fs";
import { expect, findFile, inStudio, story } from "./support/studioStories.ts";
import { line, openField, panel } from "./support/studioWishes.ts";

const product = "beroepsaansprakelijkheid";
const rules = `schemas/products/${product}/general-data.schema.json`;
const read = () => readFileSync(findFile(rules), "utf8");

inStudio(() => {
  story("a change without a server is kept on every page and before the window closes", async ({ page, guard }) => {
    await openField(page, product, "revenue");
    const before = read();
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
    await expect.poll(read).toBe(before.replace('"maximum": 1000000', '"maximum": 850000'));
    await line(page)
      .getByRole("button", { name: /^Ongedaan maken: / })
      .click();
    await expect.poll(read).toBe(before);
  });

  story(
    "a change of a file that cannot be written names the file and is written when one tries again",
    async ({ page, guard }) => {
      await openField(page, product, "revenue");
      const before = read();
      guard.expectStatus(507);
      const refusal = { code: "unwritable", message: "EACCES", file: rules };
      await page.route("**/studio/acts", (route) => route.fulfill({ status: 507, json: refusal }), { times: 1 });
      await panel(page).getByLabel("Hoogstens").fill("750.000");
      await expect(panel(page).getByRole("alert")).toContainText("general-data.schema.json kan niet worden geschreven");
      expect(read()).toBe(before);
      await line(page).getByRole("button", { name: "Opnieuw opslaan" }).click();
      await expect.poll(read).toBe(before.replace('"maximum": 1000000', '"maximum": 750000'));
      await expect(line(page).getByRole("status")).toHaveText("Opgeslagen");
    },
  );
});
