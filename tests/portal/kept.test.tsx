// What is typed in the portal and not sent: there again after the page was gone, of this message alone, and never sent by itself. That it
// cannot be read on the device, and goes at logout: tests/wizard/vault.test.tsx.
import { clear, keys } from "idb-keyval";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { drafts, hasDrafts } from "#api/drafts/store.ts";
import type { Referral } from "#api/wire/wireTypes.ts";
import { Decision } from "#portal/referrals/Decision.tsx";
import { inPortal, type Language, wordsIn } from "../wizard/support/screen.tsx";

// The application behind the page starts with the first call, and takes as long as it takes.
beforeAll(() => fetch("/api/profile/me"));
// The text of the test before may still be on its way to the device.
beforeEach(async () => {
  await expect.poll(() => document.body.hasAttribute("data-draft-waits")).toBe(false);
  await clear(drafts);
});
afterEach(() => vi.restoreAllMocks());

const referral = (row: Partial<Referral>) => ({ number: 50010480, revision: 1, decided_by: null, ...row }) as Referral;
const show = (row: Partial<Referral> = {}, language: Language = "nl") =>
  render(inPortal(language, <Decision referral={referral(row)} />));
const message = () => page.getByRole("textbox");
const readKept = () => keys(drafts);
/** On the device too, for which it has to be known who types. */
async function type(text: string, before = 0): Promise<void> {
  await message().fill(text);
  await expect.poll(readKept).toHaveLength(before + 1);
}
const written = () => expect.poll(() => document.body.hasAttribute("data-draft-waits")).toBe(false);

test("a message that was begun is there again, at its own referral", async () => {
  const first = await show();
  await type("Wanneer was dat prec");
  await userEvent.keyboard("ies?");
  await first.unmount();
  await written();
  const other = await show({ number: 50010481 });
  await expect.element(message()).toHaveValue("");
  await type("iets anders", 1);
  await other.unmount();
  await written();
  await show();
  await expect.element(message()).toHaveValue("Wanneer was dat precies?");
});

test("a text counts as unsaved from its first letter, also before the profile is known", async () => {
  const profile = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    if (String(address).endsWith("/profile/me")) await profile.promise;
    return fetch(address, init);
  });
  await show();
  await message().fill("Graag de jaarrekening.");
  expect(await hasDrafts()).toBe(true);
  profile.resolve();
  await written();
  expect(await readKept()).toHaveLength(1);
});

test.each<Language>(["nl", "fr"])(
  "what was typed while somebody else decided stays to be read (%s)",
  async (language) => {
    const say = wordsIn(language);
    const screen = await show({}, language);
    await type("Graag de jaarrekening.");
    await screen.rerender(inPortal(language, <Decision referral={referral({ decided_by: "Olga" })} />));
    await expect.element(page.getByText("Graag de jaarrekening.")).toBeVisible();
    await screen.unmount();
    await written();
    const again = await show({ decided_by: "Olga" }, language);
    await page.getByRole("button", { name: say("portal.referral.unsent.remove") }).click();
    await expect.element(page.getByText("Graag de jaarrekening.")).not.toBeInTheDocument();
    await expect.poll(readKept).toEqual([]);
    await again.unmount();
    await written();
    expect(await readKept()).toEqual([]);
  },
);
