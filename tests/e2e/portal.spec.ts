// The portal around the wizard (spec: portal), one story per section, with axe on every screen and state.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { readJson } from "../journeys/support/journey.ts";
import { TOLD_IN, thin } from "../support/ring.ts";
import { expectAccessible } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { follow, goTo } from "./support/follow.ts";
import { forgetConsent } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";
import type { Words } from "./support/words.ts";

const relation = 300101;
const heading = (page: Page, name: string | RegExp, level = 1) => page.getByRole("heading", { level, name });
const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const rows = (page: Page) => page.getByRole("main").locator("table:not([aria-hidden]) tbody tr");

/** In Dutch each address is loaded from outside. In French the app stays open. */
async function visit({ page, language }: Broker, address: string, title: string | RegExp): Promise<void> {
  if (language === "fr" && page.url().startsWith("http")) await follow(page, address);
  else await page.goto(address);
  await expect(heading(page, title)).toBeVisible();
}

/** The text with any number or name in its placeholder. */
const pattern = (say: Words, key: string) =>
  new RegExp(
    say(key)
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{\w+\}/g, ".+"),
  );

const lists = [
  ["quotes", 8],
  ["insurances", 7],
  ["damages", 7],
  ["open_invoices", 8],
] as const;

interface ListStory {
  broker: Broker;
  page: Page;
  key: (typeof lists)[number][0];
  perPage: number;
}

for (const language of TOLD_IN) {
  test.describe(`the portal in ${language}`, () => {
    test.use({ language });
    const to = paths(language);

    test.describe("login and logout", () => {
      test.use({ user: null });
      const visitor = language === "nl" ? "f.fictief" : "n.niemand";

      test("login, statements, logout", async ({ broker, page }) => {
        const { say } = broker;
        await visit(broker, "/", say("portal.login.title"));
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expectAccessible(page, "login");
        await forgetConsent(page);
        await broker.login(visitor);
        await expect(heading(page, say("portal.prerequisites.title"))).toBeVisible();
        const agree = broker.button("portal.prerequisites.continue");
        await expect(agree).toBeDisabled();
        await expect(agree).toHaveAccessibleDescription(say("portal.prerequisites.why"));
        for (const name of ["cookie_statement", "privacy_statement"]) {
          const link = page.getByRole("link", { name: say(`portal.prerequisites.${name}.link`) }).first();
          const document = await page.request.get((await link.getAttribute("href")) ?? "");
          expect(document.status()).toBe(200);
        }
        await expectAccessible(page, "statements");
        await broker.acceptStatements();
        await broker.expectDashboard();
        await page.reload();
        await broker.expectDashboard();
        // A call on its way would be refused by then.
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        await page
          .getByRole("link", { name: say("portal.header.logout") })
          .first()
          .click();
        await expect(heading(page, say("portal.login.title"))).toBeVisible();
      });
    });

    test.describe("the link of a mail", () => {
      test.use({ user: null });
      test("leads through login and statements to its page", async ({ broker, page }) => {
        const { broker_mails: mail } = readJson<Record<string, Record<string, { address: string }>>>(
          "src/server/texts",
          `${language}.json`,
        );
        const number = 50010414;
        const address = mail!.quotation!.address.replace("{number}", String(number));
        await forgetConsent(page);
        await broker.login(language === "nl" ? "v.voorbeeld" : "p.proef", address);
        await broker.acceptStatements();
        await expect(heading(page, broker.say("portal.quote.title", { number }))).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`${address}$`));
      });
    });

    test("dashboard", async ({ broker, page }) => {
      const { say } = broker;
      await visit(broker, to.dashboard(), pattern(say, "portal.dashboard.welcome"));
      for (const [name, most] of [
        ["quotes", 4],
        ["insurances", 3],
        ["damages", 3],
        ["relations", 3],
      ] as const) {
        const box = panel(page, pattern(say, `portal.dashboard.${name}.title`));
        await expect(box).toBeVisible();
        await expect(box.locator("tbody tr, li").first()).toBeVisible();
        expect(await box.locator("table:not([aria-hidden]) tbody tr").count()).toBeLessThanOrEqual(most);
      }
      await expectAccessible(page, "dashboard");
      const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      expect(
        fetched
          .filter((name) => /\/assets\/(screens|wizard)-/.test(name))
          .map((name) => /screens|wizard/.exec(name)?.[0]),
      ).toEqual(["screens"]); // no form and no wizard for who only looks
      const start = page.getByRole("button", { name: say("portal.dashboard.new_request") }).first();
      await start.click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("link")).toHaveCount(4);
      await expectAccessible(page, "new request");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(start).toBeFocused();
      const download = page.waitForEvent("download");
      await page
        .getByRole("button", { name: say("common.action.export") })
        .first()
        .click();
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    });

    async function lookAtList({ broker, page, key, perPage }: ListStory): Promise<void> {
      const { say } = broker;
      await visit(broker, to.list(key), say(`portal.${key}.title`));
      await expect(rows(page)).toHaveCount(perPage);
      await expect(rows(page).first().getByRole("link")).toHaveAttribute("aria-current", "true");
      await expectAccessible(page, `${key} list`);
      await page.getByRole("link", { name: say("common.pagination.next") }).click();
      await expect(page).toHaveURL(/page=2/);
      await rows(page).nth(1).getByRole("link").click();
      await page.reload();
      await expect(rows(page).nth(1).getByRole("link")).toHaveAttribute("aria-current", "true");
      await page.goBack();
      await page.goForward();
      await page
        .getByRole("link", { name: say(`portal.${key}.action.maximize`) })
        .first()
        .click();
      const item = key === "open_invoices" ? "open_invoice" : key.slice(0, -1);
      await expect(heading(page, pattern(say, `portal.${item}.title`))).toBeVisible();
      await expectAccessible(page, `${key} page`);
      await page.goBack();
      await expect(heading(page, say(`portal.${key}.title`))).toBeVisible();
    }

    test("each list and a page of it", async ({ broker, page }) => {
      for (const [key, perPage] of thin(lists, 3)) await lookAtList({ broker, page, key, perPage });
    });

    test("relations: list, search, dashboard, data", async ({ broker, page }) => {
      const { say } = broker;
      await visit(broker, to.relations(), say("portal.relations.title"));
      await expect(rows(page)).toHaveCount(7);
      await expectAccessible(page, "relation list");
      const search = page.getByRole("searchbox", { name: say("portal.search.label") }).first();
      await search.fill("  Noord ");
      await search.press("Enter");
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.search("Noord"))}$`));
      await page
        .getByRole("navigation", { name: say("portal.search.kinds") })
        .getByRole("link", { name: say("portal.nav.relations") })
        .click();
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.relations("Noord"))}$`));
      await expect(rows(page).first()).toContainText(/noord/i);
      await expectAccessible(page, "relation search");
      await search.fill("geen enkele relatie heet zo");
      await search.press("Enter");
      await expect(page.getByText(pattern(say, "portal.search.no_results"))).toBeVisible();
      await expectAccessible(page, "search without results");
      await visit(broker, to.relation(relation), pattern(say, "portal.relation_dashboard.title"));
      await expect(
        page.getByRole("navigation", { name: say("portal.relation_dashboard.sidebar.label") }),
      ).toBeVisible();
      await expectAccessible(page, "relation dashboard");
      await goTo(page, to.list("quotes", { relation: 300129 }));
      await expectAccessible(page, "quotations of a relation");
      await visit(broker, to.relationData(relation), say("portal.relation_data.title"));
      await expectAccessible(page, "relation data");
    });

    test("relation: change and documents", async ({ broker, page }) => {
      const { say } = broker;
      const other = language === "nl" ? 300108 : 300115;
      await visit(broker, to.relationChange(other), say("portal.relation_form.title"));
      await expectAccessible(page, "relation form");
      const zipcode = page.getByLabel(say("portal.relation_form.field.zipcode.label"));
      const stood = await zipcode.inputValue();
      await zipcode.fill("0123 ab");
      await zipcode.blur();
      await expect(page.getByRole("main").getByText(say("error.validation.postal_code"))).toBeVisible();
      await expectAccessible(page, "relation form with an error");
      const saved = stood === "1234 AB" ? "1234 AC" : "1234 AB";
      await zipcode.fill(saved.toLowerCase().replace(" ", ""));
      await zipcode.blur();
      await expect(zipcode).toHaveValue(saved);
      await broker.button("portal.relation_form.save").click();
      await expect(broker.toast("portal.relation_form.saved")).toBeVisible();
      await expect(page.getByRole("main")).toContainText(saved);
      await page.goto(to.documents(300171));
      await expect(heading(page, say("portal.documents.title"))).toBeVisible();
      await expectAccessible(page, "documents");
      const download = page.waitForEvent("download");
      await rows(page).first().getByRole("link").click();
      expect((await download).suggestedFilename()).not.toBe("");
    });

    test("account, staff, settings, failure, not found", async ({ broker, page }) => {
      const { say } = broker;
      await visit(broker, to.account(), say("portal.account.title"));
      await expectAccessible(page, "account");
      await visit(broker, to.accountDetails(), say("portal.account_details.title"));
      await expect(page.getByRole("main")).toContainText("v.voorbeeld@example.nl");
      await expectAccessible(page, "account details");
      await visit(broker, to.staff(), say("portal.staff.title"));
      await expectAccessible(page, "staff");
      await visit(broker, to.employee("f.fictief"), pattern(say, "portal.staff_member.title"));
      await expectAccessible(page, "staff member");
      await visit(broker, to.settings(), say("portal.settings.title"));
      await expectAccessible(page, "settings");
      await visit(broker, to.failure(), say("portal.failure.title"));
      const reference = await page.locator('meta[name="request-id"]').getAttribute("content");
      expect(reference).toMatch(/^[\da-f-]{36}$/);
      const sentence = say("portal.failure.reference", { reference: reference ?? "" });
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
      await expectAccessible(page, "failure");
      await visit(broker, "/nergens/heen", say("portal.not_found.title"));
      await expectAccessible(page, "not found");
    });

    test("an address of the other language leads to this one's, and the switch to the dashboard in the other", async ({
      broker,
      page,
    }) => {
      const other = language === "nl" ? "fr" : "nl";
      await page.goto(paths(other).relationData(relation));
      await expect(heading(page, broker.say("portal.relation_data.title"))).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${encodeURI(to.relationData(relation))}$`));
      await page
        .getByRole("group", { name: broker.say("portal.language.label") })
        .first()
        .locator(`[lang="${other}"]`)
        .click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${other}`));
    });
  });
}

test.describe("the portal in French alone", () => {
  test.use({ language: "fr" });
  const to = paths("fr");

  test("a quote becomes a policy after a question", async ({ broker, page }) => {
    const { say } = broker;
    await visit(broker, to.quote(50010414), pattern(say, "portal.quote.title"));
    await page.getByRole("button", { name: say("portal.quote.action.to_policy") }).click();
    await expect(page.getByRole("dialog")).toContainText(say("portal.quote_to_policy.confirm.question"));
    await expectAccessible(page, "conversion question");
    await broker.button("portal.quote_to_policy.confirm.decline").click();
    await expect(
      heading(page, say("wizard.check_answers.title"), 2).or(heading(page, say("wizard.check_answers.title"))),
    ).toBeVisible();
    await expectAccessible(page, "check your answers");
    await page.goBack();
    await page.getByRole("button", { name: say("portal.quote.action.to_policy") }).click();
    await broker.button("portal.quote_to_policy.confirm.accept").click();
    await expect(broker.steps).toBeVisible();
  });
});
