// The ways through the portal: header, search, breadcrumb, history, and what leads from one screen to the next (spec:
// portal 2 and 4).
import type { Page } from "@playwright/test";
import { formatDate } from "#engine/values/dateText.ts";
import { paths } from "#routes/paths.ts";
import { TOLD_IN } from "../support/ring.ts";
import { expectAccessible, telephone } from "./support/accessible.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { forgetConsent } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";
import { tellTitles } from "./support/titles.ts";

const relation = 300101;
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("table:not([aria-hidden]) tbody tr");

for (const language of TOLD_IN) {
  test.describe(`ways in ${language}`, () => {
    test.use({ language });
    const to = paths(language);

    test("header, search and breadcrumb", async ({ broker, page }) => {
      const { say } = broker;
      await page.goto(to.quotes());
      const header = page.getByRole("banner");
      const phone = language === "nl" ? "tel:+31201234567" : "tel:+31201234568";
      await expect(header.locator(`a[href="${phone}"]`).first()).toBeVisible();
      const mail = language === "nl" ? "intermediair@" : "courtier@";
      await expect(header.locator(`a[href^="mailto:${mail}"]`).first()).toBeVisible();
      const profile = await (await page.request.get("/api/profile/me")).json();
      await expect(header.getByRole("link", { name: profile.userFullName }).first()).toBeVisible();
      const out = header.getByRole("link", { name: say("portal.header.logout") }).first();
      await expect(out).toHaveAttribute("href", "/auth/logout");
      const search = header.getByRole("searchbox", { name: say("portal.search.label") });
      await search.fill("   ");
      await search.press("Enter");
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.quotes())}$`));
      await search.fill("bril / 50%");
      await header
        .getByRole("button", { name: say("portal.search.submit"), exact: true })
        .first()
        .click();
      const wanted = to.search("bril / 50%");
      await expect.poll(() => new URL(page.url()).pathname).toBe(wanted);
      expect(wanted).toContain("bril%20%2F%2050%25");
      const crumbs = page.getByRole("navigation", { name: say("portal.breadcrumb.label") });
      await expect(crumbs.getByRole("link")).toHaveText([say("portal.breadcrumb.dashboard")]);
      await expect(crumbs.locator("[aria-current=page]")).toHaveText(say("portal.breadcrumb.search_results"));
      await test.step("/ and Ctrl+K lead to the box; the reason of a result is marked; Enter opens the only one", async () => {
        await page.keyboard.press("/");
        await expect(search).toBeFocused();
        await page.keyboard.type("Fictieweg 13");
        await search.press("Enter");
        const kinds = main(page).getByRole("navigation", { name: say("portal.search.kinds") });
        await expect(kinds.getByRole("link", { name: say("portal.nav.relations") })).toHaveText(/1$/);
        await expect(main(page).locator("mark").first()).toHaveText("Fictieweg 13");
        await expectAccessible(page, "results of all lists");
        await page.keyboard.press("Control+k");
        await page.keyboard.type("500 103 04");
        await search.press("Enter");
        await expect(main(page).locator("li a", { hasText: "50010304" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect.poll(() => new URL(page.url()).pathname).toBe(to.quote(50010304));
      });
    });
  });
}

const to = paths("nl");

tellTitles(["quotes", "insurances"], [300101]);

test("a list sorts by its columns: by keyboard, in the address, in the file, and where no heads are", async ({
  broker,
  page,
}) => {
  const { say } = broker;
  await page.goto(to.quotes());
  const premium = page.getByRole("columnheader", { name: say("portal.contract.premium_year") });
  /** What each row costs in a year. */
  const euros = async () =>
    (await rows(page).locator("strong").allTextContents()).map((text) =>
      Number(text.replace(/[^\d,]/g, "").replace(",", ".")),
    );
  const isSorted = async (way: 1 | -1) => {
    const sums = await euros();
    return sums.length > 1 && sums.every((amount, index) => index === 0 || (amount - sums[index - 1]!) * way >= 0);
  };
  const button = premium.getByRole("button");
  await button.press("Enter");
  await expect(premium).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => isSorted(1)).toBe(true);
  await expect(button).toBeFocused();
  await button.press("Space");
  await expect(premium).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => isSorted(-1)).toBe(true);
  await expectAccessible(page, "sorted list");
  await page.getByRole("link", { name: say("common.pagination.next") }).click();
  await expect(page).toHaveURL(/\?sort=-premium_year&page=2$/);
  const file = page.waitForRequest(/quotations\/export\?sort=-premium_year/);
  await broker.button("common.action.export").click();
  await file;
  await page.reload();
  await expect(premium).toHaveAttribute("aria-sort", "descending");
  await page.setViewportSize({ width: 390, height: 844 });
  // The filters and the order open with one button.
  await page
    .getByRole("group", { name: say("portal.filter.label"), exact: true })
    .getByRole("button")
    .click();
  const field = page.getByRole("combobox", { name: say("common.table.sort"), exact: true });
  const order = (way: "ascending" | "descending") =>
    say(`common.table.sort_${way}`, { column: say("portal.contract.premium_year") });
  await expect(field.locator("option:checked")).toHaveText(order("descending"));
  await field.selectOption({ label: order("ascending") });
  await expect.poll(() => isSorted(1)).toBe(true);
  await field.selectOption({ label: say("common.table.usual.newest") });
  await expect(page).toHaveURL(new RegExp(`${to.quotes()}\\??$`));
});

test("a new request of a relation carries its number and name", async ({ broker, page }) => {
  const { say } = broker;
  const { data } = await (await page.request.get(`/api/relations/${relation}`)).json();
  await page.goto(to.relation(relation));
  await main(page)
    .getByRole("button", { name: say("portal.dashboard.new_request") })
    .first()
    .click();
  const dialog = page.getByRole("dialog", {
    name: say("portal.new_request.title_for_company", { company: data.company }),
  });
  const links = dialog.getByRole("link");
  await expect(links).toHaveCount(4);
  const intermediary = data.intermediary_number;
  const { products } = await (await page.request.get("/products/index.json")).json();
  const addresses = products
    .filter((product: { offered: boolean }) => product.offered)
    .map(({ key: product }: { key: string }) => to.wizard({ product, intermediary, relation, anew: true }));
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(addresses);
  await expectAccessible(page, "new request of a relation");
});

test("what needs attention is one click away, and nothing of it is hidden", async ({ broker, page }) => {
  const { say } = broker;
  const { data } = await (await page.request.get("/api/attention")).json();
  expect(new Set(data.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(["expiring", "reminder"]));
  await page.goto("/");
  const box = page.getByRole("region", { name: new RegExp(say("portal.attention.title")) });
  await expect(box.getByRole("listitem")).toHaveCount(5);
  const rest = box.getByRole("button", { name: say("common.action.show_all", { count: data.length }) });
  await rest.click();
  await expect(box.getByRole("listitem")).toHaveCount(data.length);
  await expectAccessible(page, "all that needs attention");
  for (const words of [say("portal.attention.group.expiring"), say("portal.status.open_invoice.T")])
    await expect(box.getByText(words).first()).toBeVisible();
  for (const kind of ["expiring", "reminder"]) {
    const { number, date } = data.find((row: { kind: string }) => row.kind === kind);
    const address = kind === "reminder" ? to.openInvoice(number) : to.quote(number);
    await box.locator(`a[href="${address}"]`).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(String(number));
    const lastDay = main(page).locator("dl > div", { hasText: say("portal.filter.expiry") });
    await expect(lastDay).toHaveCount(kind === "expiring" ? 1 : 0);
    if (kind === "expiring") await expect(lastDay).toContainText(formatDate(date, "nl"));
    await page.goBack();
    await rest.click();
  }
  await box.getByRole("button", { name: say("common.action.show_fewer") }).click();
  await expect(box.getByRole("listitem")).toHaveCount(5);
});

test("a copy never takes the place of an open request unasked", async ({ broker, page }) => {
  const { say } = broker;
  const number = 50010414;
  const request = { product: "beroepsaansprakelijkheid", relation: 300290 };
  await broker.startAnew(request);
  const address = page.url();
  await broker.form.fill("general-data", { revenue: 77_000 });
  await expectDraftWritten(page);
  const copies: string[] = [];
  page.on("request", (call) => call.url().endsWith("/wizard/copy") && copies.push(call.url()));
  const question = page.getByRole("dialog", { name: say("wizard.copy.title") });
  const revenue = broker.form.field("general-data", "revenue");
  const copy = async () => {
    await page.goto(to.quote(number));
    const link = main(page).getByRole("link", { name: say("portal.quote.action.copy") });
    await link.click();
    await expect(question.getByRole("heading")).toBeFocused();
  };
  await copy();
  await expect(question, "on this device alone").toContainText(say("wizard.copy.text_device", { quotation: number }));
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(revenue).toHaveValue(/77.000/);
  await broker.continueLater();
  await broker.button("wizard.saved_for_later.close").click();

  await copy();
  await expectAccessible(page, "copy question");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(address);
  await expect(revenue).toHaveValue(/77.000/);

  await copy();
  await question.getByRole("button", { name: say("wizard.copy.replace") }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await broker.openStep("general-data");
  await expect(revenue).not.toHaveValue(/77.000|^$/);
  const copied = await revenue.inputValue();
  const copyCount = copies.length;
  await page.reload();
  await broker.openStep("general-data");
  await expect(revenue).toHaveValue(copied);
  expect(copies).toHaveLength(copyCount);
});

test("open invoices: each reminder has its own icon and its words", async ({ broker, page }) => {
  const { data } = await (await page.request.get("/api/invoices/?limit=100")).json();
  const icons = { E: "bell", T: "bell-again" } as const;
  for (const [code, icon] of Object.entries(icons)) {
    const invoice = data.find(({ status_code }: { status_code: string }) => status_code === code);
    await page.goto(to.openInvoices({ search: String(invoice.offer_number) }));
    const file = await (await page.request.get(`/images/icons/icon-${icon}.svg`)).text();
    const [, drawn = "no path"] = /<path d="([^"]+)"/.exec(file) ?? [];
    const reminder = rows(page).locator("td", { hasText: broker.say(`portal.open_invoices.reminder.${code}`) });
    await expect(reminder.locator("svg path")).toHaveAttribute("d", drawn);
  }
  const none = data.find(({ status_code }: { status_code: string }) => !(status_code in icons));
  await page.goto(to.openInvoices({ search: String(none.offer_number) }));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator("use")).toHaveCount(0);
});

test("a search keeps its term, page and row through a reload and on the way back", async ({ broker, page }) => {
  const next = page.getByRole("link", { name: broker.say("common.pagination.next") });
  await page.goto(to.quotes({ search: "a" }));
  await next.click();
  await expect(page).toHaveURL(/page=2/);
  await rows(page).nth(2).getByRole("link").click();
  await expect(page).toHaveURL(/row=/);
  const address = page.url();
  const chosen = () => rows(page).nth(2).getByRole("link");
  const name = await chosen().innerText();
  const expectKept = async () => {
    await expect(page).toHaveURL(address);
    await expect(chosen()).toHaveAttribute("aria-current", "true");
    await expect(chosen()).toHaveText(name);
    await expect(page.getByRole("searchbox").first()).toHaveValue("a");
  };
  await page.reload();
  await expectKept();
  await chosen().press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(new URL(address).searchParams.get("row") ?? "");
  await page.goBack();
  await expectKept();
  const other = paths("fr");
  await page.goto(other.quotes({ search: "a" }) + new URL(address).search);
  await expectKept();
  await main(page)
    .getByRole("link", { name: broker.say("portal.search.clear") })
    .click();
  await expect(page).toHaveURL(new RegExp(`${encodeURI(to.quotes())}$`));
  await expect(broker.pager.locator("[aria-current=page]")).toContainText("1");
});

test("back and forward lead through the sections, take the term of a search out of the box and put it back", async ({
  broker,
  page,
}) => {
  const { say } = broker;
  const search = page.getByRole("searchbox", { name: say("portal.search.label") });
  const menu = page.getByRole("navigation", { name: say("portal.nav.label") });
  await page.goto("/");
  for (const name of ["relations", "quotes"]) {
    await menu.getByRole("link", { name: say(`portal.nav.${name}`), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: say(`portal.${name}.title`) })).toBeVisible();
  }
  await search.fill("cyber");
  await search.press("Enter");
  await expect(page).toHaveURL(/cyber$/);
  await search.focus();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${to.quotes()}$`));
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: say("portal.relations.title") })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`${to.quotes()}$`));
  await search.focus();
  await page.goForward();
  await expect(search).toHaveValue("cyber");
});

test("a page begins at its top; a reload and the way back find its place again", async ({ broker: { page } }) => {
  await page.setViewportSize({ ...telephone, height: 500 });
  const readScroll = () => page.evaluate(() => Math.round(scrollY));
  await page.goto(to.quotes());
  await expect(rows(page).first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(readScroll).toBe(700);
  await page.goto(to.insurances());
  await expect(rows(page).first()).toBeVisible();
  expect(await readScroll(), "another page").toBe(0);
  await page.goBack();
  await expect.poll(readScroll, "back").toBe(700);
  await page.reload();
  await expect.poll(readScroll, "after a reload").toBe(700);
});

test("a row that is on another page is not taken for the first", async ({ broker, page }) => {
  const { say } = broker;
  await page.goto(to.quotes());
  const first = await rows(page).first().getByRole("link").innerText();
  await page.goto(`${to.quotes()}?page=2`);
  await expect(rows(page).first().getByRole("link")).not.toHaveText(first);
  await rows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/row=/);
  const row = new URL(page.url()).searchParams.get("row") ?? "";
  await page.goto(`${to.quotes()}?row=${row}`);
  await expect(rows(page).first().getByRole("link")).toHaveText(first);
  const name = say("portal.quote.title", { number: row });
  await expect(page.getByText(say("portal.list.not_on_page", { name }))).toBeVisible();
  await main(page)
    .getByRole("link", { name: say("portal.quotes.action.maximize") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("another language reaches answers that are still awaited", async ({ broker, page }) => {
  const product = "Beroepsaansprakelijkheid";
  await page.goto(to.relations());
  await expect(page.getByRole("heading", { level: 1, name: broker.say("portal.relations.title") })).toBeVisible();
  // So slow that the language changes before the first answer comes.
  await page.route(/api\/(quotations|policies|damages|requests)/, async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.locator('button[lang="fr"]').first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByText("Responsabilité professionnelle").first()).toBeVisible();
  await expect(main(page)).not.toContainText(product);
});

test("what the settings leave out of the dashboard stays out, in this browser", async ({ broker: { page, say } }) => {
  const box = page.getByRole("region", { name: new RegExp(say("portal.attention.title")) });
  await page.goto("/");
  await expect(box).toBeVisible();
  await page.goto(to.settings());
  await page.getByRole("checkbox", { name: say("portal.settings.part.attention") }).uncheck();
  await page.goto("/");
  await expect(page.getByRole("region", { name: say("portal.dashboard.quotes.title") })).toBeVisible();
  await expect(box).toHaveCount(0);
});

test.describe("a browser that refuses cookies", () => {
  test.use({ user: null });

  test("the login page names the cause", async ({ page, broker }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
    await page.goto("/");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toHaveText(broker.say("error.cookies_blocked"));
  });
});

test.describe("a browser in which no language was chosen", () => {
  test.use({ user: null });

  test("shows the language of the user who logs in, until a language is chosen", async ({ broker, page }) => {
    await page.context().clearCookies({ name: "language" });
    await forgetConsent(page);
    const lang = page.locator("html");
    const enterAs = async (user: string, words: string) => {
      await page.goto("/auth/login");
      await page.locator(`button[name="login"][value="${user}"]`).click();
      await expect(lang).toHaveAttribute("lang", words);
    };
    await enterAs("p.proef", "fr");
    await expect(page.getByRole("checkbox")).toHaveCount(2);
    await page.goto("/auth/logout");
    await enterAs("v.voorbeeld", "nl");
    await page.goto("/auth/logout");
    await enterAs("p.proef", "fr");
    await page.locator('button[lang="nl"]').first().click();
    await expect(lang).toHaveAttribute("lang", "nl");
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "language");
    expect(cookie).toMatchObject({ value: "nl", path: "/" });
    await page.goto("/auth/logout");
    await enterAs("p.proef", "nl");
    await expect(page.getByRole("button", { name: broker.say("portal.prerequisites.continue") })).toBeVisible();
  });
});
