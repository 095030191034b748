// The auditor's screen, by the words on it: who did what, found by a filter that a reload keeps, and taken along as JSON lines.
import { readFileSync } from "node:fs";
import { paths } from "#routes/paths.ts";
import { expectAccessible, office, telephone } from "./support/accessible.ts";
import { enter } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

test.use({ user: "c.controle" });

test("an auditor reads who did what, and nothing else", async ({ broker, page }) => {
  const { say } = broker;
  await enter(page.context(), "v.voorbeeld");
  expect((await page.context().request.get("/api/relations/export")).ok()).toBe(true);
  expect((await page.context().request.get("/api/audit")).status()).toBe(403);
  await enter(page.context(), "c.controle");
  await page.goto("/");
  const title = page.getByRole("heading", { level: 1, name: say("portal.trail.title") });
  await expect(title).toBeVisible();
  await expect(page.getByRole("link", { name: say("portal.nav.relations"), exact: true })).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: "GET /api/relations/export" }).filter({ hasText: "v.voorbeeld" });
  await expect(row.first()).toContainText(say("portal.trail.outcome.done"));
  await expectAccessible(page, "the trail");
  // On a telephone a moment stays on one line, however long the text beside it is.
  await page.setViewportSize(telephone);
  const lines = await page
    .locator("main time")
    .evaluateAll((all) => all.map((moment) => new Set([...moment.getClientRects()].map(({ top }) => top)).size));
  expect(new Set(lines)).toEqual(new Set([1]));
  await page.setViewportSize(office);

  await expect(row.first()).toContainText(say("portal.trail.action.export_list"));
  await page
    .getByLabel(say("portal.trail.filter.action"))
    .selectOption({ label: say("portal.trail.action.read_trail") });
  await page.getByLabel(say("portal.trail.filter.person")).fill("v.voor");
  const apply = page.getByRole("button", { name: say("portal.trail.filter.apply") });
  const bounds = await apply.boundingBox();
  await apply.click();
  await expect(row).toHaveCount(0);
  const clear = page.getByRole("link", { name: say("portal.trail.filter.clear") });
  await expect(clear).toBeVisible();
  expect(await apply.boundingBox(), "a second press does not come on what clears the filters").toEqual(bounds);
  const refused = page.getByRole("row").filter({ hasText: say("portal.trail.outcome.refused", { status: "403" }) });
  await expect(refused.first()).toContainText("GET /api/audit");
  await page.reload();
  await expect(refused.first()).toBeVisible();
  await expect(page.getByLabel(say("portal.trail.filter.action"))).toHaveValue("GET /api/audit");
  await expect(page.getByLabel(say("portal.trail.filter.person"))).toHaveValue("v.voor");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: say("common.action.export") }).click();
  const exported = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\n");
  for (const line of exported) expect(JSON.parse(line)).toMatchObject({ login_name: "v.voorbeeld", status: 403 });
  const until = page.getByLabel(say("portal.trail.filter.until"), { exact: true });
  for (const slip of ["27-11-20266", "27-11-0266"]) {
    await until.fill(slip);
    await apply.click();
    await expect(until, "a slip in a year is said at its field").toBeFocused();
    await expect(until).toHaveAccessibleDescription(say("error.validation.date"));
    await expect(refused.first()).toBeVisible();
  }
  await expectAccessible(page, "the trail with a slip");
  const from = page.getByLabel(say("portal.trail.filter.from"), { exact: true });
  await from.fill("28-11-2026");
  await until.fill("27 november 2026");
  await apply.click();
  await expect(until, "a period that ends before it begins is no empty trail").toHaveAccessibleDescription(
    say("error.validation.date_too_early", { minDate: "28-11-2026" }),
  );
  await expect(refused.first()).toBeVisible();
  await from.fill("");
  await apply.click();
  await expect(page).toHaveURL(/[?&]until=2026-11-27(&|$)/);
  await expect(until, "as the language of the reader writes it, not the browser's").toHaveValue("27-11-2026");
  const calendarOf = (field: "from" | "until") => {
    const named = { name: say("common.datepicker.open"), value: say(`portal.trail.filter.${field}`) };
    return page.getByRole("button", { name: say("common.named", named), exact: true });
  };
  const calendar = calendarOf("from");
  await calendar.click();
  await page.getByRole("dialog").locator('[data-day$="-02"]').first().click();
  await expect(calendar).toBeFocused();
  await expect(page.getByLabel(say("portal.trail.filter.from"), { exact: true })).toHaveValue(/^02-\d{2}-\d{4}$/);
  await page.setViewportSize(telephone);
  await page.getByRole("button", { name: /^Filters \(3\)/ }).click();
  await calendarOf("until").click();
  const sideways = page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways, "the calendar stays on a telephone").toBe(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize(office);
  await clear.click();
  await expect(row.first()).toBeVisible();
  await page.goto(paths("nl").relations());
  await expect(page.getByRole("heading", { level: 1, name: say("portal.not_found.heading") })).toBeVisible();
});
