// A button that removes itself never leaves the focus on the page: on every screen, by keyboard. A retry that works is announced.
// Filters stay in place whatever is chosen.
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { screenRoutes } from "#app/routeObjects.tsx";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { toast } from "#widgets/ui/notice/Toast.tsx";
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

/** Fails every call of data, until it is ended. */
function failCalls(): () => void {
  const { fetch } = globalThis;
  let fails = true;
  const fail = () => Response.json({ code: "internal" }, { status: 500 });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) =>
    fails && /\/api\/(?!profile)/.test(String(address)) ? fail() : fetch(address, init),
  );
  return () => {
    fails = false;
  };
}

async function press(name: string | RegExp) {
  const button = page.getByRole("button", { name }).or(page.getByRole("link", { name })).first();
  await expect.element(button, { timeout: 20_000 }).toBeVisible();
  // On a slow machine the page draws it once more when the last of its own parts arrive.
  const isStill = async () => {
    const before = button.element();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return before === button.element();
  };
  await expect.poll(isStill).toBe(true);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

const focused = () => document.activeElement?.tagName;
const announced = () => [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join();

const screens = {
  ...Object.fromEntries(lists.map((list) => [list, addressOf(list)])),
  "the dashboard": to.dashboard(),
  "a relation": to.relation(300101),
  "data of a relation": to.relationData(300101),
  "a changed relation": to.relationChange(300101),
  documents: to.documents(300101),
  "lists of a relation": to.quotes({ relation: 300101 }),
  "a quotation": to.quote(50010007),
  "a policy": to.insurance(70020570),
  "a damage that is not there": to.damage(81003),
  "an invoice": to.openInvoice(90030004),
  sessions: to.sessions(),
  staff: to.staff(),
};

describe.each(Object.entries(screens))("%s", (_name, address) => {
  test("a retry that works is announced, and the focus goes to the title of what is there", async () => {
    const mend = failCalls();
    await open(address);
    await expect
      .element(page.getByRole("button", { name: say("common.action.retry") }).first(), { timeout: 20_000 })
      .toBeVisible();
    mend();
    await press(say("common.action.retry"));
    await expect.poll(announced).toContain(say("portal.failure.loaded"));
    await expect.poll(focused).toMatch(/^H[12]$/);
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
