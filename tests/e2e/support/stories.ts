// What every story starts with: a portal of its own worker, a broker who is logged in and has accepted the statements, and
// a guard that ends the story badly for any console error, uncaught error or report of the content security policy.
import { type BrowserContext, test as base, expect } from "@playwright/test";
import { FaultProxy } from "../../support/faultProxy.ts";
import { translatePage } from "../../support/pageTranslation.ts";
import { Portal } from "../../support/portal.ts";
import { Broker } from "./broker.ts";
import { Guard } from "./guard.ts";
import { enter } from "./session.ts";
import type { Language } from "./words.ts";

interface Each {
  language: Language;
  /** The browser translates each page, while the words stay as they are. `TRANSLATED=1` translates every story. */
  translated: boolean;
  /** The logged-in user, or null if there is none. */
  user: string | null;
  guard: Guard;
  broker: Broker;
}

/** `SLOW_DEVICE=400`: the device takes so many milliseconds longer to keep a draft, and the app seems faster than it is. */
async function slowDown(context: BrowserContext): Promise<void> {
  const delay = Number(process.env.SLOW_DEVICE ?? 0);
  if (delay === 0) return;
  await context.addInitScript((milliseconds) => {
    if (!crypto.subtle) return;
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...parameters) => {
      await new Promise((go) => setTimeout(go, milliseconds));
      return encrypt(...parameters);
    };
  }, delay);
}

export const test = base.extend<Each, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const portal = await Portal.start();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  language: ["nl", { option: true }],
  translated: [Boolean(process.env.TRANSLATED), { option: true }],
  user: ["v.voorbeeld", { option: true }],
  baseURL: async ({ portal }, use) => use(portal.url),
  guard: [
    async ({ context, language, translated, baseURL }, use, { errors }) => {
      await context.addCookies([{ name: "language", value: language, url: baseURL ?? "" }]);
      await slowDown(context);
      if (translated) await context.addInitScript(translatePage, { moves: false, capitals: false });
      const guard = new Guard(context);
      await use(guard);
      // A route that is asking the portal for the page when the story ends would be called a failure of it.
      for (const target of [context, ...context.pages()]) await target.unrouteAll({ behavior: "ignoreErrors" });
      // A story that failed did not reach all the faults that it announced. Its own error is the one to read.
      const unmet = errors.length > 0 ? [] : guard.unmet();
      expect([...guard.faults, ...unmet], "console, errors and policy reports").toEqual([]);
    },
    { auto: true },
  ],
  broker: async ({ page, language, user, guard: _guard }, use) => {
    if (user) await enter(page.context(), user);
    await use(new Broker(page, language));
  },
});

/** A proxy between browser and portal, in which the line can be disturbed. */
export const throughProxy = test.extend<{ line: FaultProxy }>({
  line: async ({ portal }, use) => {
    const line = await FaultProxy.before(portal.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});

export { expect };
