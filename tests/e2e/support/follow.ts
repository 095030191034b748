// From one screen to another within the app.
import { expect, type Page } from "@playwright/test";

/** Navigates as a link does: the app stays open. The previous screen may be visible a moment longer. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, address);

/**
 * Navigates and waits until the screen has arrived with its data: the title or the breadcrumb has changed. The app is
 * opened first.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith("http")) await page.goto(address);
  else await leaveFor(page, address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true], main [data-spinner]")).toHaveCount(0);
  // What is measured now would be measured in another font.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function leaveFor(page: Page, address: string): Promise<void> {
  const trail = await page.evaluate(() => {
    document.querySelector("main h1")?.setAttribute("data-left", "");
    return document.querySelector("main nav")?.textContent;
  });
  await follow(page, address);
  await page.waitForFunction((left) => {
    const title = document.querySelector("main h1");
    return title && (!title.hasAttribute("data-left") || document.querySelector("main nav")?.textContent !== left);
  }, trail);
}
