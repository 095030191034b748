// The portal with the keyboard alone: rows, pages, menu, dialogs, the sheet, the session's end and a whole request. The focus is
// never lost and never under a sticky part. `keyboard.long.spec.ts` has the requests of other products.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findJourney } from "../journeys/support/journey.ts";
import { telephone } from "./support/accessible.ts";
import { expectTrapped, press, tabTo } from "./support/keyboard.ts";
import { tellWithoutMouse } from "./support/keyboardRequest.ts";
import { EVERY_CONTROL } from "./support/screens.ts";
import { expect, test } from "./support/stories.ts";

tellWithoutMouse(EVERY_CONTROL[0] ?? "");

test("a list, its rows, a dialog and the pages of it without a mouse", async ({ broker, page }) => {
  const to = paths(broker.language);
  await page.goto(to.relations());
  const rows = page.getByRole("table").getByRole("link");
  const { panel } = broker;
  await tabTo(page, rows.first());
  const second = (await rows.nth(1).innerText()).trim();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(second);
  const message = broker.say("portal.list.details_shown", { name: second });
  await expect(page.getByRole("status").filter({ hasText: message })).toHaveCount(1);
  const ask = panel.getByRole("button", { name: broker.say("portal.dashboard.new_request") });
  await tabTo(page, ask);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(dialog).toHaveAccessibleDescription(broker.say("portal.new_request.intro"));
  await expectTrapped(page, dialog);
  await page.keyboard.press("Escape");
  await expect(ask).toBeFocused();
  const next = page.getByRole("link", { name: broker.say("common.pagination.next") });
  const current = broker.pager.locator("[aria-current]");
  await press(page, next);
  await expect(current).toHaveText("2");
  await expect(next, "the focus stays where the page was chosen").toBeFocused();
  await press(page, page.getByRole("link", { name: broker.say("common.pagination.last") }));
  await expect(next).toHaveCount(0);
  await expect(current, "and is not lost with a way that leads nowhere").toBeFocused();
  await rows.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("Tab goes through the header as it is read, where its menu is a line of its own", async ({ broker, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(paths(broker.language).settings());
  const menu = page.getByRole("navigation", { name: broker.say("portal.nav.label") }).getByRole("link");
  await tabTo(page, menu.first());
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("search").locator(":focus"), "the menu is below the search").toHaveCount(1);
});

test("the menu of a telephone opens, closes with Escape and gives the focus back", async ({ broker, page }) => {
  await page.setViewportSize(telephone);
  await page.goto("/");
  const open = page.getByRole("button", { name: broker.say("portal.header.menu_open") });
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: broker.say("portal.nav.label") });
  await expect(menu).toBeVisible();
  await tabTo(page, menu.getByRole("link", { name: broker.say("portal.nav.quotes"), exact: true }));
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});

test("the sheet of a telephone: in, round and back out", async ({ broker, page }) => {
  await page.setViewportSize(telephone);
  await broker.startAnew({ ...findJourney("cyber-quoteToPolicy-policy-accepted-as-it-stands"), convert: true });
  const open = page.getByRole("region", { name: broker.say("wizard.sidebar.summary.title") }).getByRole("button");
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: broker.say("wizard.sidebar.label") });
  await expect(sheet.getByRole("heading").first()).toBeFocused();
  await expectTrapped(page, sheet);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
});

test("the session's end: a warning in every tab, one key to stay, and no warning for who types", async ({
  broker,
  page,
  context,
}) => {
  const other = await context.newPage();
  await context.clock.install();
  for (const tab of [page, other]) {
    await tab.goto("/");
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(tab.locator("main [aria-busy=true]")).toHaveCount(0);
  }
  const warning = (tab: Page) => tab.getByRole("dialog", { name: broker.say("portal.session_end.title") });
  await context.clock.fastForward("25:30");
  for (const tab of [page, other]) await expect(warning(tab)).toBeVisible();
  await expect(warning(page).getByRole("heading")).toBeFocused();
  await press(page, warning(page).getByRole("button", { name: broker.say("portal.session_end.stay") }));
  for (const tab of [page, other]) await expect(warning(tab)).toBeHidden();
  await context.clock.fastForward("20:00");
  const heard = page.waitForResponse((answer) => answer.url().endsWith("/api/profile/me"));
  await page.keyboard.press("Tab");
  await context.clock.fastForward("05:30");
  await heard;
  await expect(warning(page)).toBeHidden();
});
