// What can happen to a broker in the middle of a step (decisions 36 and 37). Each fault ends with the wizard open
// again, in whichever tab that then is. Only the last fault lets anything reach the server, so that after all others
// the answers come from the device.
import { expect, type Page } from "@playwright/test";
import type { FaultProxy } from "../../support/faultProxy.ts";
import type { Portal } from "../../support/portal.ts";
import { Broker, type Request } from "./broker.ts";
import { expectDraftWritten } from "./drafts.ts";
import type { Guard } from "./guard.ts";
import { enter } from "./session.ts";

export interface Scene {
  broker: Broker;
  portal: Portal;
  line: FaultProxy;
  user: string;
  request: Request;
}

export interface Fault {
  strike(scene: Scene): Promise<Broker>;
  announce?(guard: Guard): void;
  /** The server has the answers in the end: the tab needs nothing of what the device kept. */
  arrives?: true;
}

/** The renderer process ends at once, without events. The command itself is never answered. */
export async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const gone = page.waitForEvent("crash");
  cdp.send("Page.crash").catch(() => undefined);
  await gone;
}

async function inNewTab({ broker, request }: Scene): Promise<Broker> {
  const again = new Broker(await broker.page.context().newPage(), broker.language);
  await again.startRequest(request);
  return again;
}

/** The save fails and the page shows it. The tab ends at once: one that closes gently still retries while it closes. */
async function failToSave(broker: Broker): Promise<void> {
  await broker.continueLater();
  await expect(broker.notSaved).toBeVisible();
  await expectDraftWritten(broker.page);
  await crash(broker.page);
  await broker.page.close();
}

/** Makes the limit of each call in the page expire soon. Returns a function that undoes it. */
async function shortenLimits(page: Page): Promise<() => Promise<void>> {
  const genuine = await page.evaluateHandle(() => AbortSignal.timeout);
  await page.evaluate(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 60);
  });
  return () =>
    genuine.evaluate((timeout) => {
      AbortSignal.timeout = timeout;
    });
}

/** Faults of the page while no save is running. */
export const pageFaults: Record<string, Fault> = {
  reload: {
    async strike({ broker }) {
      await broker.page.reload();
      return broker;
    },
  },
  "back button": {
    async strike({ broker }) {
      await broker.leaveForRelations();
      await broker.page.goBack();
      return broker;
    },
  },
  "crash of the tab": {
    async strike(scene) {
      await crash(scene.broker.page);
      await scene.broker.page.close();
      return inNewTab(scene);
    },
  },
};

/** What happens on the way to the server while the step is being saved. */
export const saveFaults: Record<string, Fault> = {
  "session ended and new login": {
    announce: (guard) => guard.expectStatus(401),
    async strike({ broker, user, request }) {
      const context = broker.page.context();
      const door = broker.page.getByRole("heading", { level: 1, name: broker.say("portal.login.title") });
      await context.clearCookies({ name: /^(?!language$)/ });
      await expect(async () => {
        // A premium that is still being asked for may find out before the save does.
        if (!(await door.isVisible())) await broker.continueLater({ timeout: 1000 });
        await expect(door).toBeVisible({ timeout: 5000 });
      }).toPass({ timeout: 20_000 });
      await enter(context, user);
      await broker.startRequest(request);
      return broker;
    },
  },
  "network away": {
    announce: (guard) => guard.expectNoNetwork(),
    async strike(scene) {
      const context = scene.broker.page.context();
      await context.setOffline(true);
      await failToSave(scene.broker);
      await context.setOffline(false);
      return inNewTab(scene);
    },
  },
  "server away": {
    announce: (guard) => guard.expectNoNetwork(),
    async strike(scene) {
      scene.line.leave();
      await failToSave(scene.broker);
      scene.line.comeBack();
      return inNewTab(scene);
    },
  },
  timeout: {
    arrives: true,
    announce: (guard) => guard.allow(/status of 409/), // a stalled save may arrive, and only its answer be lost
    async strike({ broker, portal }) {
      const restore = await shortenLimits(broker.page);
      portal.freeze();
      await broker.continueLater();
      await expect(broker.notSaved).toBeVisible();
      portal.thaw();
      await restore();
      await broker.button("wizard.saved_for_later.close").click();
      await broker.page.reload();
      return broker;
    },
  },
};
