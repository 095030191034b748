// Screens of the portal on their real routes, pressed by keyboard, and the retry that each has (focusBack.test.tsx).
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { onOtherUser } from "#api/login/sessionUser.ts";
import { screenRoutes } from "#app/routeObjects.tsx";
import { inProviders, wordsIn } from "../../wizard/support/screen.tsx";

export const say = wordsIn("nl");

/** For a test file that calls the application behind the page, which starts with the first call and takes as long as it takes. */
export function awaitPortal(): void {
  beforeAll(() => fetch("/api/profile/me"));
  afterEach(() => vi.restoreAllMocks());
}

/** For a test file: its pages belong to this user (tests/support/pagePortal.ts), and afterwards to the broker again. */
export function becomeUser(user: string): void {
  const become = (name: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the application behind the page reads it
    document.cookie = `user=${name}; path=/`;
    onOtherUser(() => undefined);
  };
  beforeAll(() => become(user));
  afterAll(() => become(""));
}

export async function open(address: string) {
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
export function failCalls(): () => void {
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

export async function press(name: string | RegExp) {
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

export const focused = () => document.activeElement?.tagName;
export const announced = () =>
  [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join();

/** Opens an address while every call fails, and retries by keyboard when they work again. */
export async function retryLoading(address: string): Promise<void> {
  const mend = failCalls();
  await open(address);
  await expect
    .element(page.getByRole("button", { name: say("common.action.retry") }).first(), { timeout: 20_000 })
    .toBeVisible();
  mend();
  await press(say("common.action.retry"));
}

/** For each screen with its address. */
export function tellRetries(screens: Record<string, string>): void {
  test.each(Object.entries(screens))(
    "%s: a retry that works is announced, and the focus goes to the title of what is there",
    async (_name, address) => {
      await retryLoading(address);
      await expect.poll(announced).toContain(say("portal.failure.loaded"));
      await expect.poll(focused).toMatch(/^H[12]$/);
    },
  );
}
