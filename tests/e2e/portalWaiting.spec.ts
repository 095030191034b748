// What a page of the portal shows before its data are there and when they do not come. Also that a search never shows
// another list's rows as its own, and that the next page is prefetched (spec: portal 4 and 8, decisions 54).
import type { Page, Route } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { thin } from "../support/ring.ts";
import { expectAccessible } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { follow } from "./support/follow.ts";
import { forgetConsent } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

// Skeletons pulse without end, and what is looked at must have come to rest.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("table:not([aria-hidden]) tbody tr");
/** A refusal that is not tried again by itself. */
const refusal = { status: 403, json: { success: false, code: "refused", message: "", request_id: "r-7" } };

/** Holds back the answers of a call until the test releases or fails them. */
async function hold(page: Page, call: string) {
  const held: Route[] = [];
  let open = false;
  await page.route(`**/api/${call}`, (route) => (open ? route.continue() : void held.push(route)));
  const answerAll = (answer: (route: Route) => Promise<void>) => Promise.all(held.splice(0).map(answer));
  return {
    async fail() {
      await expect.poll(() => held.length, "the call was made").toBeGreaterThan(0);
      await answerAll((route) => route.fulfill(refusal));
    },
    async release() {
      open = true;
      await answerAll((route) => route.continue());
    },
  };
}

/** The screen itself waits, not for its own code. */
async function expectLoading({ page }: Broker, words: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main(page).getByText(words).first()).toBeAttached();
  await expect(main(page).getByRole("alert")).toHaveCount(0);
}

async function expectFailed({ page, say }: Broker): Promise<void> {
  const alert = main(page).getByRole("alert").first();
  await expect(alert).toContainText(say("error.fetch"));
  await expect(alert).toContainText("r-7");
  await expect(alert.getByRole("link")).toBeVisible();
}

test.describe("waiting in French", () => {
  test.use({ language: "fr" });
  const to = paths("fr");
  const lists = [
    ["relations", to.relations(), "relations?*", "portal.relations.loading"],
    ["quotes", to.quotes(), "quotations/?*", "portal.quotes.loading"],
    ["documents", to.documents(300171), "documents?*", "portal.documents.loading"],
    ["staff", to.staff(), "employees", "portal.staff.loading"],
  ] as const;
  const items = [
    ["quote", to.quote(50010414), "quotations/50010414", "common.loading"],
    ["relation", to.relation(300101), "relations/300101", "common.loading"],
    ["relation's data", to.relationData(300101), "relations/300101", "common.loading"],
    ["relation's form", to.relationChange(300101), "relations/300101", "common.loading"],
    ["staff member", to.employee("f.fictief"), "employees/f.fictief", "common.loading"],
    ["account details", to.accountDetails(), "profile/details", "common.loading"],
  ] as const;

  for (const [kind, screens] of [
    ["list", lists],
    ["page", items],
  ] as const) {
    test(`each kind of ${kind} shows that it loads, that it failed, and works after a retry`, async ({
      broker,
      guard,
    }) => {
      const { page, say } = broker;
      guard.expectStatus(403);
      await page.goto(to.settings());
      for (const [name, address, call, words] of thin<(typeof lists | typeof items)[number]>(screens, 2)) {
        await test.step(name, async () => {
          const answers = await hold(page, call);
          // Each list has calls of its own. The pages of one relation share theirs, and start with a fresh load.
          await (kind === "list" ? follow(page, address) : page.goto(address));
          await expectLoading(broker, say(words));
          if (["quotes", "quote"].includes(name)) await expectAccessible(page, `loading ${name}`);
          await answers.fail();
          await expectFailed(broker);
          if (["documents", "staff", "quote"].includes(name)) await expectAccessible(page, `failed ${name}`);
          await answers.release();
          const retry = main(page).getByRole("button", { name: say("common.action.retry") });
          await retry.first().click();
          await expect(main(page).locator("td, dd, input").first()).toBeVisible();
          await expect(main(page).getByRole("alert")).toHaveCount(0);
        });
      }
    });
  }

  test("a search shows no rows of the list before it, and a message when it fails", async ({ broker, guard }) => {
    const { page, say } = broker;
    guard.expectStatus(403);
    await page.goto(to.damages());
    await expect(rows(page)).toHaveCount(7);
    const answers = await hold(page, "damages/search/**");
    const search = page.getByRole("searchbox", { name: say("portal.search.label") }).first();
    await search.fill("bril");
    await search.press("Enter");
    await page
      .getByRole("navigation", { name: say("portal.search.kinds") })
      .getByRole("link", { name: say("portal.nav.damages") })
      .click();
    await expectLoading(broker, say("portal.damages.loading"));
    await expect(rows(page)).toHaveCount(0);
    await expect(broker.panel).toHaveCount(0);
    const results = main(page)
      .getByRole("paragraph")
      .filter({ has: page.getByRole("link") });
    await expect(results).toContainText(say("common.loading"));
    await answers.fail();
    await expectFailed(broker);
    await expect(rows(page)).toHaveCount(0);
    await expectAccessible(page, "failed search");
    await answers.release();
    await broker.button("common.action.retry").click();
    await expect(rows(page).first()).toContainText(/bril|lunettes/i);
    await expect(rows(page).first().getByRole("link")).toHaveAttribute("aria-current", "true");
    await expect(broker.panel).toBeVisible();
  });

  test("the server's objections to a relation are shown at its fields", async ({ broker, guard }) => {
    const { page, say } = broker;
    guard.expectStatus(422);
    await page.goto(to.relationChange(300143));
    const city = page.getByRole("textbox", { name: say("portal.relation_form.field.city.label") });
    await expect(city).toBeVisible();
    const before = await city.inputValue();
    await city.fill("Nergenshuizen");
    const elsewhere = { pointer: "", keyword: "server", message: "Le registre est fermé." };
    const errors = [{ pointer: "/city", keyword: "maxLength", params: { limit: 5 } }, elsewhere];
    const refused = { success: false, code: "invalid", message: "", errors };
    await page.route("**/api/relations/edit/*", (route) => route.fulfill({ status: 422, json: refused }));
    await broker.button("portal.relation_form.save").click();
    await expect(page.getByText(say("error.relation_save"))).toBeVisible();
    await expect(page.getByText(elsewhere.message), "an error of no field").toBeVisible();
    await expect(city).toHaveAttribute("aria-invalid", "true");
    await expect(city).toHaveAccessibleDescription(new RegExp(say("error.validation.max_characters", { max: 5 })));
    await expect(city).toBeFocused();
    await expect(city).toHaveValue("Nergenshuizen");
    await expectAccessible(page, "refused relation");
    await page.unrouteAll();
    // What is not sent is not refused: nothing is left of the answer before.
    await city.fill("");
    await broker.button("portal.relation_form.save").click();
    await expect(city).toHaveAccessibleDescription(new RegExp(say("error.validation.required")));
    await expect(page.getByText(say("error.relation_save"))).toHaveCount(0);
    await city.fill(before);
    await broker.change(city, "Delft", "Breda");
    await broker.button("portal.relation_form.save").click();
    await expect(broker.toast("portal.relation_form.saved")).toBeVisible();
  });
});

test.describe("before anybody may come in", () => {
  test.use({ user: null });

  test("a loader while the user is not known yet, and statements that are refused", async ({ broker, page, guard }) => {
    const { say } = broker;
    const answers = await hold(page, "profile/me");
    await page.goto("/");
    await expect(main(page).getByText(say("common.loading"))).toBeAttached();
    await expect(page.getByRole("heading", { name: say("portal.login.title") })).toHaveCount(0);
    await expect(page.getByRole("banner")).toHaveCount(0);
    await answers.release();
    await forgetConsent(page);
    await broker.login("d.demo");
    const elsewhere = { pointer: "", keyword: "server", message: "Het register is dicht." };
    const errors = [{ pointer: "/cookies", keyword: "const", params: {} }, elsewhere];
    await page.route("**/api/prerequisites", (route) => route.fulfill({ json: { success: false, errors } }));
    const cookies = page.getByRole("checkbox", { name: say("portal.prerequisites.field.cookies.label") });
    await page.getByRole("checkbox", { name: say("portal.prerequisites.field.personal_data.label") }).check();
    const why = page.getByText(say("portal.prerequisites.why"));
    await expect(why).toBeVisible();
    await cookies.check();
    await expect(why).toHaveCount(0);
    await broker.button("portal.prerequisites.continue").click();
    const refused = page.getByRole("alert").filter({ hasText: say("error.prerequisites") });
    await expect(refused).toContainText(elsewhere.message);
    await expect(cookies).toHaveAttribute("aria-invalid", "true");
    await page.unroute("**/api/prerequisites");
    await cookies.uncheck();
    await cookies.check();
    guard.expectStatus(503);
    for (const message of ["Het portaal is even niet bereikbaar. Probeer het zo meteen opnieuw.", undefined]) {
      await page.route("**/api/prerequisites", (route) =>
        route.fulfill({ status: 503, json: { code: "unavailable", message } }),
      );
      await broker.button("portal.prerequisites.continue").click();
      await expect(refused).toContainText(message ?? say("error.prerequisites.again"));
      expect((await refused.innerText()).match(/opnieuw/g), "what to do is said once").toHaveLength(1);
      await page.unroute("**/api/prerequisites");
    }
    await broker.button("portal.prerequisites.continue").click();
    await broker.expectDashboard();
  });
});

test("a screen that breaks leaves the header, shows a message, and is over on the next page", async ({
  broker,
  guard,
}) => {
  const { page, say } = broker;
  const to = paths("nl");
  guard.expectNoNetwork();
  guard.allow(/dynamically imported module|error boundary|ScreenNet/);
  await page.route("**/assets/damageKind-*.js", (route) => route.abort());
  await page.goto(to.damages());
  await expect(page.getByRole("heading", { level: 1, name: say("portal.failure.title") })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(broker.button("common.action.reload")).toBeVisible();
  await expect(page.getByText(say("common.part_missing"))).toBeVisible();
  await page.unrouteAll();
  await main(page)
    .getByRole("link", { name: say("portal.not_found.to_dashboard") })
    .click();
  await broker.expectDashboard();
});

test("a control whose file is gone asks for a reload in its place, and no answer is lost", async ({
  broker,
  guard,
}) => {
  const { page, say } = broker;
  guard.expectNoNetwork();
  guard.allow(/dynamically imported module|error boundary|PartErrorBoundary/);
  await page.route("**/assets/ProfessionPair-*.js", (route) => route.abort());
  await broker.startAnew({ product: "beroepsaansprakelijkheid", relation: 300290 });
  const revenue = broker.form.field("general-data", "revenue");
  await broker.form.fill("general-data", { revenue: 77_000 });
  const gone = page.getByRole("alert").filter({ hasText: say("common.part_missing") });
  await expect(gone).toHaveCount(1);
  await page.unrouteAll();
  await expectDraftWritten(page);
  await gone.getByRole("button", { name: say("common.action.reload") }).click();
  await expect(broker.restored).toBeVisible();
  await expect(revenue).toHaveValue(/77.000/);
  await expect(gone).toHaveCount(0);
});

test("the next page and the row under the pointer are fetched ahead; a slow page leaves the old one standing", async ({
  broker,
}) => {
  const { page, say } = broker;
  const to = paths("nl");
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith("/api/quotations/")) calls.push(`${pathname}?page=${searchParams.get("page")}`);
  });
  const times = (call: string) => calls.filter((each) => each === call).length;
  await page.goto(to.quotes());
  await expect.poll(() => times("/api/quotations/?page=2")).toBe(1);
  const [number = ""] = /\d{8}/.exec(await rows(page).nth(4).innerText()) ?? [];
  await rows(page).nth(4).hover();
  await expect.poll(() => times(`/api/quotations/${number}?page=null`)).toBe(1);
  await rows(page).nth(4).getByRole("link").click();
  await expect(broker.panel).toContainText(number);
  expect(times(`/api/quotations/${number}?page=null`), "not asked again").toBe(1);

  const next = page.getByRole("link", { name: say("common.pagination.next") });
  const before = await rows(page).first().innerText();
  await next.click();
  await expect(rows(page).first()).not.toHaveText(before);
  expect(times("/api/quotations/?page=2"), "not asked again").toBe(1);
  await expect.poll(() => times("/api/quotations/?page=3")).toBe(1);

  const answers = await hold(page, "quotations/?*page=*");
  await broker.pager.scrollIntoViewIfNeeded();
  const measure = async () => [await broker.pager.boundingBox(), await broker.panel.boundingBox()];
  const [old, standing] = [await rows(page).first().innerText(), await measure()];
  await page.getByRole("link", { name: say("common.pagination.last") }).click();
  await expect(main(page).locator("table")).toHaveAttribute("aria-busy", "true");
  expect(await rows(page).first().innerText()).toBe(old);
  expect(await measure()).toEqual(standing);
  await answers.release();
  await expect(main(page).locator("table")).not.toHaveAttribute("aria-busy", "true");
  await expect(rows(page).first()).not.toHaveText(old);
});
