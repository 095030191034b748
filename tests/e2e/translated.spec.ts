// Every screen while the browser translates the page: nothing crashes, and each screen shows what it shows without a translator. The
// translator of these stories leaves the words as they are. The wizard's screens are recorded in said.spec.ts.
import type { Page } from "@playwright/test";
import { buildPath } from "#routes/address.ts";
import { translatePage } from "../support/pageTranslation.ts";
import { goTo } from "./support/follow.ts";
import { buildParams, WALKS } from "./support/screens.ts";
import { expect, test } from "./support/stories.ts";

/** Without the live regions, which are emptied after a while. */
const readScreen = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>("#app > header, main, #app > footer")];
    return [
      document.title,
      ...parts.map(({ innerText }) => innerText.replace(/\s+/g, " ").replace(/[-0-9a-f]{36}/g, "reference")),
    ].join("\n");
  });

for (const [who, { user, walked }] of Object.entries(WALKS)) {
  test.describe(`every screen of ${who}`, () => {
    test.use({ user });

    test("shows the same on a translated page", async ({ broker: { page } }) => {
      const translated = await page.context().newPage();
      await translated.addInitScript(translatePage, { moves: false, capitals: false });
      for (const route of walked) {
        const address = buildPath("nl", route, buildParams(route));
        for (const each of [page, translated]) await goTo(each, address);
        await expect.poll(() => readScreen(translated), route).toBe(await readScreen(page));
        await expect(translated.locator("font").first()).toBeAttached();
      }
    });
  });
}
