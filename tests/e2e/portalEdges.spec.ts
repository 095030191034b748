// What happens at the edges of a screen: the focused row, a form that is left, another relation's item, one call that is
// refused, a file that does not come, a search that is emptied (spec: portal 2 and 4, decisions 54, 57, 84).
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible } from "./support/accessible.ts";
import { countDrafts, expectDraftWritten } from "./support/drafts.ts";
import { expect, test } from "./support/stories.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("main").locator("table:not([aria-hidden]) tbody tr");

/** Addresses and sentences that differ in each language. The check of the texts covers all others in both languages. */
for (const language of TOLD_IN) {
  test.describe(`edges in ${language}`, () => {
    test.use({ language });
    const to = paths(language);

    test("another relation's item is not found: asked once, without its number or a menu", async ({
      broker,
      page,
      guard,
    }) => {
      guard.expectStatus(404);
      const { data } = await (await page.request.get("/api/quotations/50010414")).json();
      const other = data.relation_number === 300108 ? 300101 : 300108;
      const calls: string[] = [];
      page.on("request", (request) => request.url().includes("/api/quotations/50010414") && calls.push(request.url()));
      await page.goto(to.quote(50010414, other));
      await expect(page.getByText(broker.say("portal.not_found.item"))).toBeVisible();
      await expect(heading(page, broker.say("portal.not_found.heading"))).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText("50010414");
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
      await expect(
        page.getByRole("navigation", { name: broker.say("portal.relation_dashboard.sidebar.label") }),
      ).toHaveCount(0);
      expect(calls).toHaveLength(1);
      await expectAccessible(page, "an item that is not found");
    });

    test("a request at a made-up address is refused with the reason, and its links lead to pages that exist", async ({
      broker,
      page,
      guard,
    }) => {
      guard.expectStatus(404);
      const office = 100245;
      const madeUp = [
        to.wizard({ product: "bestuurdersaansprakelijkheid", intermediary: 1 }),
        to.wizard({ product: "cyber", intermediary: 1, relation: 300101 }),
        to.wizard({ product: "cyber", intermediary: office, relation: 1 }),
        to.wizard({ product: "cyber", intermediary: office, relation: 300101, quotation: 1 }),
        to.wizard({ product: "cyber", intermediary: office, relation: 1, quotation: 1, policy: true }),
        to.wizard({ product: "brand", intermediary: office }),
      ];
      for (const address of madeUp) {
        await page.goto(address);
        await expect(heading(page, broker.say("wizard.refused.title"))).toBeVisible();
        await expect(page.getByRole("navigation", { name: broker.say("portal.breadcrumb.label") })).not.toContainText(
          "…",
        );
        await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
        await page.getByRole("main").locator(".actions a").first().click();
        await expect(heading(page, broker.say("wizard.refused.title"))).toHaveCount(0);
        await expect(heading(page, broker.say("portal.not_found.heading"))).toHaveCount(0);
        await expect(heading(page, /./)).toBeVisible();
      }
    });

    test("a search from a relation's list can be limited to it; an emptied field takes the results away", async ({
      broker,
      page,
    }) => {
      await page.goto(to.quotes({ relation: 300101 }));
      await expect(rows(page).first()).toBeVisible();
      const all = await rows(page).count();
      const search = page.getByRole("searchbox", { name: broker.say("portal.search.label") });
      await search.fill("..");
      await search.press("Enter");
      await expect.poll(() => new URL(page.url()).pathname).toBe(to.search(".."));
      await expect(page.getByText(broker.say("portal.search.no_results", { term: ".." }))).toBeVisible();
      await page
        .getByRole("link", {
          name: broker.say("portal.search.only_relation", { company: "Voorbeeld Advies Noord B.V." }),
        })
        .click();
      await page
        .getByRole("navigation", { name: broker.say("portal.search.kinds") })
        .getByRole("link", { name: broker.say("portal.nav.quotes") })
        .click();
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.quotes({ relation: 300101 }))}/\\w+/%20\\.\\.$`));
      await expect(page.getByText(broker.say("portal.search.no_results", { term: ".." }))).toBeVisible();
      await expect(page.getByRole("link", { name: broker.say("portal.search.everywhere") })).toBeVisible();
      await search.fill("");
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.quotes({ relation: 300101 }))}$`));
      await expect(rows(page)).toHaveCount(all);
      await expect(search).toBeFocused();
    });
  });
}

test.describe("edges in French alone", () => {
  test.use({ language: "fr" });
  const to = paths("fr");

  test("one list that is refused shows a message, and the page stays", async ({ broker, page, guard }) => {
    guard.expectStatus(401);
    await page.route("**/api/quotations/?*", (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto(to.quotes());
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText(broker.say("error.refused_call"));
    await expect(alert.getByRole("link", { name: broker.say("portal.header.logout") })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(to.quotes());
  });

  test("a profile that fails shows that the server answered, with ways in", async ({ broker, page, guard }) => {
    guard.expectStatus(500);
    await page.route("**/api/profile/me", (route) => route.fulfill({ status: 500, json: { request_id: "r-9" } }));
    await page.goto("/");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText(broker.say("error.profile"), { timeout: 20_000 });
    await expect(alert).toContainText("r-9");
    await expect(page).toHaveTitle(`${broker.say("error.generic")} | Voorbeeld Verzekeraar`);
    await expect(alert.getByRole("link", { name: broker.say("portal.login.button") })).toHaveAttribute(
      "href",
      "/auth/login",
    );
    await expect(alert.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(2);
    await expectAccessible(page, "profile that fails");
  });
});

const to = paths("nl");

test("a changed form asks before it is left, saves once, and unchanged writes nothing", async ({ broker, page }) => {
  const { say } = broker;
  const relation = 300150;
  const posts: string[] = [];
  page.on("request", (request) => request.url().includes("/relations/edit/") && posts.push(request.url()));
  await page.goto(to.relationChange(relation));
  const city = page.getByRole("textbox", { name: say("portal.relation_form.field.city.label") });
  const before = await city.inputValue();
  await broker.button("portal.relation_form.save").click();
  await expect(broker.toast("portal.relation_form.unchanged")).toBeVisible();
  expect(posts).toEqual([]);

  await page.goto(to.relationChange(relation));
  const typed = await broker.change(city, "Assen", "Delft");
  const menu = page.getByRole("navigation", { name: say("portal.nav.label") });
  const question = page.getByRole("dialog", { name: say("portal.leave.title") });
  const leave = () => menu.getByRole("link", { name: say("portal.nav.quotes"), exact: true }).click();
  await leave();
  await expectAccessible(page, "question before a form is left");
  await question.getByRole("button", { name: say("portal.leave.stay") }).click();
  await expectDraftWritten(page);
  await page.reload();
  await expect(city).toHaveValue(typed);
  await expectAccessible(page, "restored changes");
  const discard = broker.button("portal.relation_form.discard");
  await discard.click();
  await expect(city).toHaveValue(before);
  await expect(heading(page, say("portal.relation_form.title"))).toBeFocused();
  await expect(discard).toBeHidden();
  await expect.poll(() => countDrafts(page)).toBe(0);
  await city.fill(typed);
  await expectDraftWritten(page);
  await page.reload();
  await expect(page.getByText(say("portal.relation_form.restored"))).toBeVisible();
  await leave();
  await question.getByRole("button", { name: say("portal.leave.go") }).click();
  await expect(heading(page, say("portal.quotes.title"))).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);

  await page.goto(to.relationChange(relation));
  await expect(city).toHaveValue(before);
  await city.fill(typed);
  await broker.button("portal.relation_form.save").dblclick();
  await expect(broker.toast("portal.relation_form.saved")).toBeVisible();
  expect(posts).toHaveLength(1);
  await expect.poll(() => countDrafts(page)).toBe(0);
});

test("a download that fails shows a message and saves nothing", async ({ broker, page, guard }) => {
  guard.expectStatus(500);
  await page.route("**/api/documents/*/download", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(to.documents(300101));
  const link = rows(page).first().getByRole("link");
  const download = page.waitForEvent("download");
  await link.click();
  await expect(rows(page).first().getByRole("alert")).toBeVisible();
  await expectAccessible(page, "failed download");
  await page.unrouteAll();
  await link.click();
  expect((await download).suggestedFilename()).not.toMatch(/\.json$/);
  await expect(rows(page).first().getByRole("alert")).toHaveCount(0);
  await expect(heading(page, new RegExp(broker.say("portal.documents.title")))).toBeVisible();
});

test("a row whose panel is below brings it into view, at 1024 px too", async ({ broker }) => {
  const { page } = broker;
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto(to.quotes({ relation: 300101 }));
  await rows(page).nth(1).getByRole("link").first().click();
  await expect(broker.panel.getByRole("heading")).toBeFocused();
  await expect(broker.panel.getByRole("heading")).toBeInViewport();
});
