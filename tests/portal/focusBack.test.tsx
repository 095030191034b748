// A button that removes itself never leaves the focus on the page: on every list, by keyboard. A retry that works is announced.
// Filters stay in place whatever is chosen.
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { screenRoutes } from "#app/routeObjects.tsx";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { inProviders, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
afterEach(() => vi.restoreAllMocks());

const say = wordsIn("nl");
const to = paths("nl");
const lists = ["relations", ...LISTS] as const;
const addressOf = (list: (typeof lists)[number], query = "") => to.list(list, {}) + query;

async function open(address: string) {
  const frame = (
    <main>
      <Outlet />
    </main>
  );
  const router = createMemoryRouter([{ element: frame, children: [screenRoutes] }], { initialEntries: [address] });
  await render(inProviders("nl", <RouterProvider router={router} />));
  return router;
}

/** Fails every call of lists, until it is ended. */
function failLists(): () => void {
  const { fetch } = globalThis;
  let fails = true;
  const isList = (address: string) => /\/api\/(relations|quotations|policies|damages|invoices|documents)/.test(address);
  vi.spyOn(globalThis, "fetch").mockImplementation((address, init) =>
    fails && isList(String(address)) && !String(address).includes("300101")
      ? Promise.resolve(Response.json({ code: "internal" }, { status: 500 }))
      : fetch(address, init),
  );
  return () => {
    fails = false;
  };
}

async function press(name: string | RegExp) {
  const button = page.getByRole("button", { name }).or(page.getByRole("link", { name })).first();
  await expect.element(button, { timeout: 20_000 }).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

const focused = () => document.activeElement?.tagName;
const announced = () => [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join();

describe.each(lists)("%s", (list) => {
  test("a retry that works is announced, and the focus goes to the title", async () => {
    const mend = failLists();
    await open(addressOf(list));
    await expect
      .element(page.getByRole("button", { name: say("common.action.retry") }), { timeout: 20_000 })
      .toBeVisible();
    mend();
    await press(say("common.action.retry"));
    await expect.poll(focused).toBe("H1");
    await expect.poll(announced).toContain(say("portal.failure.loaded"));
  });
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
