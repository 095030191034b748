// Browsers that lack or refuse an API: a supported browser names what is missing and loses nothing, another one shows a
// page that explains it. Each API is removed from a real browser before the page starts.
import { paths } from "#routes/paths.ts";
import { supportedBrowsers } from "../../../src/build/browsers.ts";
import { expectAccessible } from "./accessible.ts";
import { expectDraftWritten } from "./drafts.ts";
import { expect, test } from "./stories.ts";

type Gap = { name: string; keepsDrafts: boolean; remove: () => void };

export const gaps: Gap[] = [
  {
    name: "a full device",
    keepsDrafts: false,
    remove: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("no storage here", "QuotaExceededError");
      };
    },
  },
  {
    name: "forbidden storage",
    keepsDrafts: false,
    remove: () => {
      const refuse = () => {
        throw new DOMException("no storage here", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, { get: refuse });
    },
  },
  {
    name: "a database that never answers",
    keepsDrafts: false,
    remove: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
  {
    name: "plain http, where ids, locks and encryption are missing",
    keepsDrafts: false,
    remove: () => {
      Reflect.deleteProperty(Crypto.prototype, "randomUUID");
      Reflect.deleteProperty(Crypto.prototype, "subtle");
      Reflect.deleteProperty(Navigator.prototype, "locks");
    },
  },
  {
    name: "refused channels between tabs and no idle callbacks",
    keepsDrafts: true,
    remove: () => {
      Object.defineProperty(window, "BroadcastChannel", {
        value: () => {
          throw new DOMException("no channels here", "SecurityError");
        },
      });
      Reflect.deleteProperty(window, "requestIdleCallback");
    },
  },
];

type TooOld = [name: string, remove: () => void];

export const tooOld: TooOld[] = [
  ["without AbortSignal.any", () => Reflect.deleteProperty(AbortSignal, "any")],
  ["without Array.toSpliced", () => Reflect.deleteProperty(Array.prototype, "toSpliced")],
  [
    "without the selector :has()",
    () => {
      CSS.supports = (query: string) => !query.includes(":has");
    },
  ],
];

export function tellOfGap({ name, keepsDrafts, remove }: Gap): void {
  test(`with ${name} a broker fills in, reloads without a loss, and logs out`, async ({ broker, page }) => {
    await page.addInitScript(remove);
    await broker.startAnew({ product: "beroepsaansprakelijkheid", relation: 300290 });
    await broker.form.fill("general-data", { revenue: 77_000 });
    await page.keyboard.press("Tab");
    const savedAt = broker.say("wizard.save_state.saved_at", { time: "" });
    const saved = page.getByRole("status").filter({ hasText: savedAt });
    if (keepsDrafts) await expectDraftWritten(page);
    else {
      await expect(page.getByText(broker.say("wizard.not_kept.title"))).toBeVisible();
      await expect(saved).toBeVisible();
    }
    await page.reload();
    await expect(broker.form.field("general-data", "revenue")).toHaveValue(/77.000/);
    await broker.continueLater();
    await expect(saved).toBeVisible();
    // A call that is answered after the logout is refused with 401.
    await page.goto("/", { waitUntil: "networkidle" });
    await page
      .getByRole("link", { name: broker.say("portal.header.logout") })
      .first()
      .click();
    await expect(
      page.getByRole("link", { name: broker.say("portal.login.button"), exact: true }).first(),
    ).toBeVisible();
  });
}

export function tellOfTooOld([name, remove]: TooOld): void {
  test(`a browser ${name} shows a page that lists the supported ones`, async ({ broker, page, guard }) => {
    guard.allow(/^(uncaught|console): /);
    await page.addInitScript(remove);
    for (const address of ["/", paths(broker.language).relations()]) {
      await page.goto(address);
      const headings = page.getByRole("heading", { level: 1 });
      await expect(headings).toHaveText([/browser is te oud/, /navigateur est trop ancien/]);
      for (const language of ["nl", "fr"])
        await expect(page.locator(`section[lang=${language}]`)).toContainText(supportedBrowsers);
      await expectAccessible(page, `old browser ${name}`);
    }
  });
}
