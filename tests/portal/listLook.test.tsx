// What stays in place on a list: its columns from the skeleton to the last page, and its filters when its rows cannot be fetched. A
// failure looks the same in every section.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LISTS } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { awaitPortal, open, say } from "./support/focus.tsx";

awaitPortal();
beforeAll(() => page.viewport(1440, 900));
afterAll(() => page.viewport(1280, 900));

const addresses = {
  relations: paths("nl").relations(),
  ...Object.fromEntries(LISTS.map((list) => [list, paths("nl").list(list, {})])),
};

/** Each column with its left and right edge. */
const readColumns = () =>
  [...document.querySelectorAll("main thead th")].map((head) => {
    const { left, right } = head.getBoundingClientRect();
    return `${head.textContent}: ${Math.round(left)} to ${Math.round(right)}`;
  });
const countRows = () => document.querySelectorAll("main table:not([aria-hidden]) tbody tr").length;

/** Holds or fails the calls that fetch rows, until it is called. */
function hold(answer: () => Response | undefined): () => void {
  const { fetch } = globalThis;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    if (!/\/api\/(?!profile)/.test(String(address))) return fetch(address, init);
    const failed = answer();
    if (failed) return failed;
    await released;
    return fetch(address, init);
  });
  return release;
}

test.each(Object.entries(addresses))(
  "%s: columns stay where they are while rows load and on other pages",
  async (_list, address) => {
    const release = hold(() => undefined);
    const router = await open(address);
    await expect.poll(() => readColumns().length).toBeGreaterThan(1);
    expect(countRows()).toBe(0);
    const waiting = readColumns();
    release();
    await expect.poll(countRows, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(readColumns()).toEqual(waiting);
    const first = document.querySelector("main tbody")?.textContent;
    await router.navigate(`${address}?page=2`);
    await expect.poll(() => document.querySelector("main tbody")?.textContent).not.toBe(first);
    await expect.poll(() => document.querySelector("main table")?.ariaBusy).not.toBe("true");
    expect(readColumns()).toEqual(waiting);
  },
);

test("rows that cannot be fetched leave the filters, and are reported in one look", async () => {
  hold(() => Response.json({ code: "internal" }, { status: 500 }));
  const looks: string[] = [];
  for (const [list, address] of Object.entries(addresses)) {
    const router = await open(address);
    await expect.poll(() => document.querySelector("main [role=alert]")?.textContent).toContain(say("error.fetch"));
    const { color, backgroundColor } = getComputedStyle(
      document.querySelector("main [role=alert] svg") ?? document.body,
    );
    looks.push(`${color} on ${backgroundColor}`);
    if (list !== "relations") expect(page.getByRole("combobox").elements().length, list).toBeGreaterThan(0);
    await router.navigate("/elders");
  }
  expect(new Set(looks).size, looks.join()).toBe(1);
});
