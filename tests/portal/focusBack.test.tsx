// A button that removes itself never leaves the focus on the page, by keyboard. A retry that works is announced: here on a list, the
// dashboard and a page, on every other screen in focusBack.long.test.tsx. Filters stay in place whatever is chosen.

import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import AuditTrail from "#portal/audit/AuditTrail.tsx";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { listen } from "../support/heard.ts";
import { inProviders } from "../wizard/support/screen.tsx";
import { awaitPortal, becomeUser, failCalls, focused, open, press, say, tellRetries } from "./support/focus.tsx";

awaitPortal();

const to = paths("nl");
const addressOf = (list: (typeof LISTS)[number], query = "") => to.list(list, {}) + query;

tellRetries({ relations: to.relations(), "the dashboard": to.dashboard(), "a quotation": to.quote(50010007) });

test("a retry that fails again is an alert, and is not announced as loaded", async () => {
  failCalls();
  await open(to.relations());
  await expect.element(page.getByRole("alert"), { timeout: 20_000 }).toBeVisible();
  listen();
  await press(say("common.action.retry"));
  await expect.poll(() => globalThis.heard?.join() ?? "").toContain(`assertive: ${say("error.fetch")}`);
  expect(globalThis.heard?.join()).not.toContain(say("portal.failure.loaded"));
});

describe.each(LISTS)("filters of %s", (list) => {
  const filter = list === "insurances" ? "expiry=week" : "status=O";
  const selects = () =>
    page
      .getByRole("combobox")
      .elements()
      .map(({ id }) => id.replace(/^.*»/, ""));

  test("after they are cleared the focus is on the first", async () => {
    await open(addressOf(list, `?${filter}`));
    await press(say("portal.filter.clear"));
    await expect.poll(focused).toBe("SELECT");
    expect(document.activeElement).toBe(page.getByRole("combobox").first().element());
  });

  test("they stay in place, whatever is chosen or searched", async () => {
    const router = await open(addressOf(list));
    await expect.poll(selects).not.toEqual([]);
    const before = selects();
    for (const address of [`?${filter}`, "?product=Onbekend"]) {
      await router.navigate(addressOf(list, address));
      expect(selects()).toEqual(before);
    }
    await router.navigate(to.list(list, { search: "zzzz" }));
    await expect.poll(selects).toEqual(before);
  });
});

describe("an auditor's filters", () => {
  becomeUser("c.controle");
  afterAll(() => page.viewport(1280, 900));
  const apply = say("portal.trail.filter.apply");
  const pressed = () => document.activeElement?.textContent;
  const openTrail = async (width: number, search: string) => {
    await page.viewport(width, 900);
    const router = createMemoryRouter([{ path: "*", element: <AuditTrail /> }], { initialEntries: [`/${search}`] });
    await render(inProviders("nl", <RouterProvider router={router} />));
    return () => router.state.location.search;
  };

  test("keep the focus when they are applied and cleared", async () => {
    const search = await openTrail(1280, "?person=v.voorbeeld");
    await press(apply);
    await expect.poll(pressed).toBe(apply);
    await press(say("portal.trail.filter.clear"));
    await expect.poll(search).toBe("");
    await expect.poll(pressed).toBe(apply);
  });

  test("are behind one button on a telephone, which has the focus when they were applied", async () => {
    const search = await openTrail(390, "");
    const person = page.getByLabelText(say("portal.trail.filter.person"));
    await expect.element(page.getByRole("button", { name: say("common.action.export") })).toBeVisible();
    await expect.element(person).not.toBeInTheDocument();
    await press(say("portal.filter.open", { count: "0" }));
    await person.fill("v.voorbeeld");
    await press(apply);
    await expect.poll(search).toContain("v.voorbeeld");
    await expect.poll(pressed).toBe(say("portal.filter.open", { count: "1" }));
    await expect.element(person).not.toBeInTheDocument();
  });
});

test("a failed export that is closed gives the focus back to its button", async () => {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) =>
    String(address).includes("/export") ? Promise.reject(new TypeError("no connection")) : fetch(address, init),
  );
  await open(addressOf("quotes"));
  await press(say("common.action.export"));
  await press(say("common.notice.close"));
  await expect.poll(() => document.activeElement?.textContent).toContain(say("common.action.export"));
});

test("a closed message of success gives the focus back, or to the title when that is gone", async () => {
  await open(addressOf("quotes"));
  const link = page.getByRole("main").getByRole("link").first();
  await expect.element(link, { timeout: 20_000 }).toBeVisible();
  for (const stays of [true, false]) {
    const from = document.body.appendChild(document.createElement("button"));
    toast("Bewaard");
    const close = page.getByRole("button", { name: say("common.notice.close") });
    await expect.element(close).toBeVisible();
    from.focus();
    (close.element() as HTMLElement).focus();
    if (!stays) from.remove();
    await userEvent.keyboard("{Enter}");
    await expect.element(close).not.toBeInTheDocument();
    await expect.poll(focused).toBe(stays ? "BUTTON" : "H1");
    from.remove();
  }
});
