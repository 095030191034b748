// The texts of a page depend on the user: a user without staff, dashboard or office does not read texts about them.
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { PortalError } from "#api/calls/errors.ts";
import Settings from "#app/Settings.tsx";
import Account from "#portal/account/Account.tsx";
import Dashboard from "#portal/dashboard/Dashboard.tsx";
import { Failed } from "#portal/kit/States.tsx";
import { LoadFailed } from "#wizard/LoadFailed.tsx";
import { inPortal, type Language, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
afterEach(() => vi.restoreAllMocks());

/** Makes the logged-in user another than the broker of these tests. */
function readAs(profile: Record<string, unknown>): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    const answer = await fetch(address, init);
    if (!String(address).endsWith("/api/profile/me")) return answer;
    return Response.json({ ...(await answer.json()), ...profile });
  });
}

const read = () => document.querySelector("main")?.textContent;
const count = (name: string) => page.getByRole("heading", { name }).elements().length;

test("an underwriter has no staff, no parts of a dashboard, and another first page", async () => {
  const say = wordsIn("nl");
  const screens = (
    <>
      <Account />
      <Settings />
      <Failed error={null} retry={async () => ({ isSuccess: true })} />
    </>
  );
  const broker = await render(inPortal("nl", screens));
  await expect.poll(read).toContain(say("portal.account.intro"));
  expect(count(say("portal.settings.dashboard.title"))).toBe(1);
  await expect.element(page.getByRole("link", { name: say("portal.not_found.to_dashboard") })).toBeVisible();
  await broker.unmount();
  readAs({ role: "underwriter" });
  await render(inPortal("nl", screens));
  await expect.poll(read).toContain(say("portal.account.intro_own"));
  await expect.poll(() => count(say("portal.settings.dashboard.title"))).toBe(0);
  await expect.element(page.getByRole("link", { name: say("portal.breadcrumb.referrals") })).toBeVisible();
});

test.each<Language>(["nl", "fr"])("who belongs to no office reads why nothing is there (%s)", async (language) => {
  const why = wordsIn(language)("portal.dashboard.no_office", { email: "hulp@example.nl" });
  readAs({ userIntermediaryNumber: 0, intermediary_number: 0 });
  await render(inPortal(language, <Dashboard />));
  await expect.poll(read).toContain(why);
  const start = wordsIn(language)("portal.dashboard.new_request");
  expect(page.getByRole("button", { name: start }).elements()).toEqual([]);
  await expect
    .element(page.getByRole("link", { name: "hulp@example.nl" }))
    .toHaveAttribute("href", "mailto:hulp@example.nl");
});

test.each<Language>(["nl", "fr"])(
  "who belongs to no office and opens a request reads why not (%s)",
  async (language) => {
    readAs({ userIntermediaryNumber: 0, intermediary_number: 0 });
    const error = new PortalError({ code: "not_found", status: 404 });
    const request = { product: "cyber", intermediary: 100245 };
    await render(inPortal(language, <LoadFailed error={error} retry={() => undefined} busy={false} place={request} />));
    await expect.poll(read).toContain(wordsIn(language)("portal.dashboard.no_office", { email: "hulp@example.nl" }));
    expect(read()).toContain(wordsIn(language)("wizard.refused.title"));
  },
);

test.each<Language>(["nl", "fr"])(
  "what is not found is told without an office, which not everybody has (%s)",
  (language) => {
    expect(wordsIn(language)("portal.not_found.item")).not.toMatch(/kantoor|bureau/);
  },
);
