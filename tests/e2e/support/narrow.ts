// Pages in a narrow window: at 400 % zoom, and with a word that is longer than a telephone is wide.
import { telephone } from "./accessible.ts";
import { goTo } from "./follow.ts";
import { expect, test } from "./stories.ts";

export function tellZoom(addresses: string[]): void {
  test("pages are usable at 400 % zoom: no scrolling sideways, nothing cut off", async ({ broker: { page } }) => {
    // 1280 by 1024 at 400 %
    await page.setViewportSize({ width: 320, height: 256 });
    for (const address of addresses) {
      await goTo(page, address);
      await expect(page.getByRole("main").locator("dt, label, td").first()).toBeVisible();
      const wide = await page.evaluate(() => {
        const limit = document.documentElement.clientWidth;
        const scrolls = document.documentElement.scrollWidth > limit ? ["the page"] : [];
        const cut = [...document.querySelectorAll<HTMLElement>("main :is(dt, dd, h1, h2, td, button, a)")].filter(
          (node) =>
            node.offsetParent &&
            node.getBoundingClientRect().width > 1 &&
            node.getBoundingClientRect().right > limit + 1,
        );
        return [...scrolls, ...cut.map((node) => node.outerHTML.slice(0, 120))];
      });
      expect(wide, address).toEqual([]);
    }
  });
}

export const LONG_WORD = "Bedrijfsaansprakelijkheidsverzekeringen".repeat(2);

export function tellLongWords(addresses: string[]): void {
  test("a word longer than its place is parted: no page scrolls sideways on a telephone", async ({
    broker: { page },
  }) => {
    await page.setViewportSize(telephone);
    await page.route("**/api/**", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /"(company|relation_name|title|city)":"[^"]*"/g,
        `"$1":"${LONG_WORD}"`,
      );
      await route.fulfill({ response, body });
    });
    for (const address of addresses) {
      await goTo(page, address);
      const { sideways, outside } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const left = (node: Element | null) => node?.getBoundingClientRect().left ?? 0;
        const cells = [...document.querySelectorAll("main tbody td")];
        return {
          sideways: scrollWidth - clientWidth,
          outside: cells.filter((cell) => left(cell) < left(cell.parentElement)).length,
        };
      });
      expect.soft([sideways, outside], address).toEqual([0, 0]);
    }
  });
}
