// The screen of sessions, with the real application: the user's own and, for an administrator, those of colleagues. An
// ended session disappears, this is announced, and the focus stays. In the server behind the page Vera is logged in
// twice and Petra once (tests/support/pagePortal.ts).
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import Login from "#app/gate/Login.tsx";
import Sessions from "#portal/account/Sessions.tsx";
import profile from "#schemas/api/profile-me.schema.json" with { type: "json" };
import { inPortal, inProviders, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
afterEach(() => vi.restoreAllMocks());

const findPanel = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("section")].find((section) => section.textContent?.startsWith(name));
const countRows = (name: string) => findPanel(name)?.querySelectorAll("tbody tr").length;
const findButtons = (name: string) => [...(findPanel(name)?.querySelectorAll<HTMLElement>("tbody button") ?? [])];
/** By keyboard: buttons of one minute have one name. */
async function press(button: HTMLElement | undefined): Promise<void> {
  button?.focus();
  await userEvent.keyboard("{Enter}");
}
const tell = (language: "nl" | "fr") => {
  const say = wordsIn(language);
  return { say, own: say("portal.sessions.own"), office: say("portal.sessions.office") };
};

test("a session that could not be ended stays, with a message", async () => {
  const { say, own } = tell("fr");
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) =>
    init?.method === "DELETE" ? Promise.reject(new TypeError("no connection")) : fetch(address, init),
  );
  await render(inPortal("fr", <Sessions />));
  await expect.poll(() => countRows(own)).toBe(2);
  await press(findButtons(own)[0]);
  const alert = () => findPanel(own)?.querySelector("[role=alert]")?.textContent;
  await expect.poll(alert).toContain(say("error.network"));
  expect(countRows(own)).toBe(2);
});

test("one's own, and those of colleagues", async () => {
  const { say, own, office } = tell("nl");
  await render(inPortal("nl", <Sessions />));
  await expect.poll(() => [countRows(own), countRows(office)]).toEqual([2, 1]);
  for (const words of ["portal.sessions.current", "portal.sessions.unknown_browser"])
    expect(findPanel(own)?.textContent).toContain(say(words));
  expect([findButtons(own).length, findButtons(office).length], "not the one of this browser").toEqual([1, 1]);
  const ofPetra = findButtons(office).find(({ ariaLabel }) => ariaLabel?.includes("Petra Proef"));
  await press(ofPetra);
  await expect.poll(() => [countRows(own), countRows(office)]).toEqual([2, 0]);
  await expect.poll(() => findPanel(office)?.parentElement).toBe(document.activeElement);
  await expect.poll(() => document.body.textContent).toContain(say("portal.sessions.ended"));
  await press(findButtons(own)[0]);
  await expect.poll(() => [countRows(own), countRows(office)]).toEqual([1, 0]);
});

test.each(profile.properties.ended.enum)("the login page says why the session ended: %s", async (ended) => {
  const answer = { loggedIn: false, acceptedCookieStatement: false, language: null };
  const read = async (more: object) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ ...answer, ...more }));
    const page = await render(inProviders("nl", <Login />));
    await expect.poll(() => page.container.querySelector("h1")?.textContent).not.toBe(undefined);
    const notice = () => page.container.querySelector("main [role=status]")?.textContent ?? "";
    if ("ended" in more) await expect.poll(notice).toContain(wordsIn("nl")("error.session_expired"));
    const text = notice();
    await page.unmount();
    return text;
  };
  const [plain, explained] = [await read({}), await read({ ended })];
  expect(plain).toBe("");
  expect(explained.length, "a reason of its own").toBeGreaterThan(wordsIn("nl")("error.session_expired").length + 20);
});
