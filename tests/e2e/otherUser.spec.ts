// Another user logs in in the same browser while an old tab is open: the old tab sends and shows nothing of that session, keeps its
// draft for its owner, reloads and names the user who is logged in now.
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import type { Broker } from "./support/broker.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { enter } from "./support/session.ts";
import { expect, test } from "./support/stories.ts";

const COLLEAGUE = "p.proef";
const OTHER_OFFICE = "d.demo";

async function expectReloadedFor(broker: Broker, name: string): Promise<void> {
  const notice = broker.page.getByRole("alert").filter({ hasText: broker.say("portal.other_user.title", { name }) });
  await expect(notice).toBeVisible();
  await expect(broker.page.getByRole("banner")).toContainText(name);
}

async function readName(broker: Broker): Promise<string> {
  const profile = await (await broker.page.request.get("/api/profile/me")).json();
  return (profile as { userFullName: string }).userFullName;
}

test("an open request is not saved for the other user, and its owner finds the draft", async ({
  broker,
  page,
  guard,
}) => {
  guard.expectStatus(403);
  await enter(page.context(), COLLEAGUE);
  await enter(page.context(), "v.voorbeeld");
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  await broker.startAnew(journey);
  const revenue = broker.form.field("general-data", "revenue");
  // The first call after the login is then the save: another one would reload the page before the press.
  await page.route(/\/premium|\/api\/analytics\/events/, (route) => route.abort());
  guard.allow(/net::ERR_FAILED/);
  await broker.form.fill("general-data", { revenue: 77_000 });
  await expectDraftWritten(page);
  const changed: string[] = [];
  page.on("response", (answer) => {
    if (answer.ok() && /\/wizard\/step\/.*\/save/.test(answer.url())) changed.push(answer.url());
  });
  await enter(page.context(), COLLEAGUE);
  await broker.continueLater();
  await expectReloadedFor(broker, await readName(broker));
  expect(changed).toEqual([]);
  await expect(revenue).not.toHaveValue(/77.000/);
  await expectAccessible(page, "another user");
  await enter(page.context(), "v.voorbeeld");
  await page.reload();
  await expect(revenue).toHaveValue(/77.000/);
});

test("a list of the other user's office is never shown", async ({ broker, page }) => {
  await page.goto("/");
  await broker.expectDashboard();
  const main = page.getByRole("main");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => seen.push(document.querySelector("main")?.textContent ?? "");
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
    addEventListener("pagehide", () => sessionStorage.setItem("seen", seen.join("\n")));
  });
  await enter(page.context(), OTHER_OFFICE);
  await page
    .getByRole("link", { name: broker.say("portal.nav.relations"), exact: true })
    .first()
    .click();
  await expectReloadedFor(broker, await readName(broker));
  await expect(main.getByRole("table")).toBeVisible();
  const relation = await main.getByRole("table").getByRole("link").first().innerText();
  const before = await page.evaluate(() => sessionStorage.getItem("seen"));
  expect(before).not.toContain(relation);
});

test("an old tab reloads as soon as another tab opens for the other user", async ({ broker, page }) => {
  await page.goto("/");
  await broker.expectDashboard();
  await enter(page.context(), COLLEAGUE);
  const newTab = await page.context().newPage();
  await newTab.goto("/");
  await expectReloadedFor(broker, await readName(broker));
});
