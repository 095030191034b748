// What a portal screen shows when it has no data, when something fails, and when another user was first (spec: portal 4
// and 8, decisions 38, 54, 57), with axe on each state. In French alone: `said` covers the words of the screens in both
// languages, and French is the longer one.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { thin } from "../support/ring.ts";
import { expectAccessible } from "./support/accessible.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { follow } from "./support/follow.ts";
import { marks } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("main").locator("table:not([aria-hidden]) tbody tr");
const none = { data: [], meta: { current_page: 1, per_page: 8, total: 0, total_pages: 0 } };
const fault = { status: 500, json: { success: false, code: "failed", message: "", request_id: "r-1" } };

test.use({ language: "fr" });
const to = paths("fr");
const lists = [
  ["quotes", "quotations/?*", to.quotes()],
  ["insurances", "policies/?*", to.insurances()],
  ["damages", "damages/?*", to.damages()],
  ["open_invoices", "invoices/?*", to.openInvoices()],
  ["relations", "relations?*", to.relations()],
  ["staff", "employees", to.staff()],
  ["documents", "documents?*", to.documents(300101)],
] as const;

test("a list that is empty shows a message, without pages", async ({ broker, page }) => {
  await page.goto(to.settings());
  for (const [name, call, address] of thin(lists, 3)) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json: none }));
    await follow(page, address);
    await expect(page.getByText(broker.say(`portal.empty.${name}`))).toBeVisible();
    await expect(page.getByRole("navigation", { name: broker.say("common.pagination.label") })).toHaveCount(0);
    if (["quotes", "staff", "documents"].includes(name)) await expectAccessible(page, `empty ${name}`);
  }
});

test("a page past the end becomes the last page", async ({ page, broker }) => {
  await page.goto(`${to.quotes()}?page=999`);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("link", { name: broker.say("common.pagination.next") })).toHaveCount(0);
  const last = broker.pager.locator("[aria-current=page]");
  await expect(page).toHaveURL(new RegExp(`page=${await last.innerText()}$`));
});

test("each box of the dashboard is empty or fails on its own", async ({ broker, page, guard }) => {
  guard.expectStatus(500);
  await page.route("**/api/quotations/?*", (route) => route.fulfill(fault));
  for (const call of ["policies/?*", "damages/?*", "relations"])
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json: none }));
  await page.goto("/");
  for (const name of ["insurances", "damages", "relations"])
    await expect(page.getByText(broker.say(`portal.empty.last_viewed_${name}`))).toBeVisible();
  // A fault is asked about again by itself at first.
  await expect(broker.button("common.action.retry")).toBeVisible();
  await expectAccessible(page, "dashboard without anything");
  await page.unrouteAll();
  await broker.button("common.action.retry").click();
  await expect(rows(page).first()).toBeVisible();
});

test("an export that fails shows a message in place", async ({ broker, page, guard }) => {
  guard.expectStatus(500);
  await page.goto(to.damages({ search: "advies" }));
  await expect(rows(page).first()).toBeVisible();
  await page.route("**/api/damages/export?*", (route) => route.fulfill(fault));
  const start = broker.button("common.action.export");
  await start.click();
  await expect(page.getByText(broker.say("portal.export.failed"))).toBeVisible();
  await page.unrouteAll();
  const [download] = await Promise.all([page.waitForEvent("download"), start.click()]);
  expect(download.url()).toMatch(/^blob:/);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expect(page.getByText(broker.say("portal.export.failed"))).toHaveCount(0);
});

test("a server that cannot be reached at login offers a retry", async ({ broker, page, guard }) => {
  guard.expectNoNetwork();
  await page.route("**/api/profile/me", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(broker.say("error.network"));
  await expectAccessible(page, "unreachable");
  await page.unrouteAll();
  await broker.button("common.action.retry").click();
  await broker.expectDashboard();
});

test("an ended session leads to the login screen", async ({ broker, page, guard }) => {
  guard.expectStatus(401);
  await page.goto(to.quotes());
  await expect(rows(page).first()).toBeVisible();
  await page.context().clearCookies({ name: /session|sid/i });
  await page.getByRole("link", { name: broker.say("common.pagination.last") }).click();
  await expect(heading(page, broker.say("portal.login.title"))).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("status").filter({ hasText: broker.say("error.session_expired") })).toBeVisible();
  const login = page.getByRole("link", { name: broker.say("portal.login.button"), exact: true });
  await expect(login).toHaveAttribute("href", new RegExp(encodeURIComponent(`${to.quotes()}?page=`)));
});

test("rows by keyboard", async ({ page, broker }) => {
  await page.goto(to.quotes());
  await rows(page).first().getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1).getByRole("link")).toBeFocused();
  await expect(rows(page).nth(1).getByRole("link")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("End");
  await expect(rows(page).last().getByRole("link")).toBeFocused();
  const [number = ""] = /\d{8}/.exec(await rows(page).last().innerText()) ?? [];
  expect(number).not.toBe("");
  await page.keyboard.press("Enter");
  await expect(heading(page, new RegExp(number))).toBeVisible();
  await page.goBack();
  await expect(rows(page).last().getByRole("link")).toHaveAttribute("aria-current", "true");
  await expect(heading(page, broker.say("portal.quotes.title"))).toBeVisible();
  const focused = rows(page).nth(2);
  await focused.getByRole("link").focus();
  await expect(focused.getByRole("link")).not.toHaveAttribute("aria-current");
  const [other = ""] = /\d{8}/.exec(await focused.innerText()) ?? [];
  expect(other).not.toBe("");
  await page.keyboard.press("Enter");
  await expect(heading(page, new RegExp(other)), "the row that has the focus, not the chosen one").toBeVisible();
});

test("two people change one relation: each field is a choice, nothing typed is lost", async ({
  broker,
  page,
  guard,
}) => {
  const { say } = broker;
  const relation = 300136;
  guard.expectStatus(409);
  await page.goto(to.relationChange(relation));
  const city = page.getByRole("textbox", { name: say("portal.relation_form.field.city.label") });
  await expect(city).toBeVisible();
  const { data } = await (await page.request.get(`/api/relations/${relation}`)).json();
  const { kvk_number: kvk, company: company_name, ...kept } = data;
  const { address, zipcode, country, email, correspondence_preference, digital_policy } = kept;
  const body = { company_name, kvk, zipcode, country, email, correspondence_preference, digital_policy };
  const moved = address.endsWith(" bis") ? address.slice(0, -4) : `${address} bis`;
  const other = { ...body, address: moved, city: data.city === "Emmen" ? "Hulst" : "Emmen", email_financial: null };
  const headers = await marks(page.context());
  const saved = await page.request.post(`/api/relations/edit/${relation}`, { headers, data: other });
  expect(saved.status()).toBe(200);
  const typed = await broker.change(city, "Assen", "Delft");
  await broker.button("portal.relation_form.save").click();
  const choice = page.getByRole("form", { name: say("portal.relation_form.conflict") });
  await expect(choice.getByRole("group")).toHaveCount(1);
  await expectAccessible(page, "relation changed by two");
  // Before anything is chosen, another press of the button overwrites nothing and leads back to the choice.
  await broker.button("portal.relation_form.save").click();
  await expect(choice).toBeFocused();
  const { data: stored } = await (await page.request.get(`/api/relations/${relation}`)).json();
  expect([stored.address, stored.city]).toEqual([moved, other.city]);
  // What is typed while the choice is shown is not lost by making it.
  const financial = page.getByRole("textbox", { name: say("portal.relation_form.field.email_financial.label") });
  const wanted = await broker.change(financial, "een@example.nl", "twee@example.nl");
  await choice.getByRole("radio", { name: say("wizard.conflict.yours", { value: typed }) }).check();
  await broker.button("wizard.conflict.apply").click();
  await expect(broker.toast("portal.relation_form.saved")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(typed);
  await expect(page.getByRole("main")).toContainText(moved);
  await expect(page.getByRole("main")).toContainText(wanted);
});

test("a temporary request is found on the dashboard and goes on", async ({ broker, page }) => {
  const { say } = broker;
  const base = "/api/aanvraag/beroepsaansprakelijkheid/100245";
  const { data } = await (await page.request.get(`${base}/prerequisites/exists/`)).json();
  const headers = await marks(page.context());
  const address = `${base}/${data.relation_number}/wizard/step/general-data/save?action=save`;
  expect((await page.request.post(address, { headers, data: { revenue: 4321 } })).status()).toBe(200);
  await page.goto("/");
  const box = page.getByRole("region", { name: new RegExp(say("portal.resume.title")) });
  const newest = box.getByRole("listitem").first();
  await expect(newest).toContainText(say("wizard.step.general-data.title"));
  const word = say("common.moment", { day: "", time: "" }).trim();
  await expect(newest, "those without a relation are told apart").toContainText(new RegExp(` ${word} \\d\\d:\\d\\d$`));
  await expectAccessible(page, "dashboard with open requests");
  await box
    .getByRole("link", { name: say("portal.resume.temporary") })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`request=${data.relation_number}`));
  await expect(page.getByText(say("wizard.resume.title"))).toBeVisible();
  await expect(page.getByLabel(say("wizard.field.revenue.label")).first()).toHaveValue(/^4\D?321/);
});

test("a new temporary request begins empty, and offers what was typed for another customer", async ({
  broker,
  page,
}) => {
  const { say } = broker;
  const kvk = page.locator("#general-data_kvk");
  await page.goto(to.wizard({ product: "cyber", intermediary: 100245 }));
  await expect(page).toHaveURL(/request=\d+/);
  const first = page.url();
  await kvk.fill("42620371");
  await page.locator("#general-data_turnover").fill("300000");
  await expectDraftWritten(page);
  await page.goto(to.wizard({ product: "cyber", intermediary: 100245 }));
  await expect(page).toHaveURL(/request=\d+/);
  expect(page.url()).not.toBe(first);
  await expect(kvk).toHaveValue("");
  await expect(page.getByText(say("wizard.offered.title"))).toBeVisible();
  await expectAccessible(page, "answers of another request offered");
  await broker.button("wizard.offered.go_on").click();
  await expect(page).toHaveURL(first);
  await expect(kvk).toHaveValue("42620371");
  await expect(page.getByText(say("wizard.resume.restored"))).toBeVisible();
});
