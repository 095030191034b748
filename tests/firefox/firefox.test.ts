// A second browser engine: one whole request, one list with its detail, and the calendar, in the machine's Firefox. Without
// one the tests are skipped, and the test command prints it.
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#routes/paths.ts";
import { findBroker, findJourney } from "../journeys/support/journey.ts";
import { Portal } from "../support/portal.ts";
import { clickText, fill, findFirefox, launchFirefox, logIn, openPage, pressFirst, waitUntil } from "./page.ts";

const firefox = findFirefox();
describe.skipIf(!firefox)("in Firefox", () => {
  let portal: Portal;
  let browser: Browser;

  beforeAll(async () => {
    [portal, browser] = await Promise.all([Portal.start(), launchFirefox(firefox ?? "")]);
    const { page } = await openPage(browser);
    await logIn(page, portal.url, findBroker({}).user);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  test("a quotation from the first field to its number", async () => {
    const journey = findJourney("cyber-newTempRequest-quotation-for-a-new-relation");
    const { page, errors } = await openPage(browser);
    const intermediary = findBroker(journey).office;
    await page.goto(portal.url + paths("nl").wizard({ product: journey.product, intermediary }));
    for (const { step, answers } of journey.steps) {
      await page.waitForSelector(`[id^="${step}_"]`);
      await fill(page, step, answers);
      if (step !== "final-questions") await clickText(page, "main form button", /^Volgende/);
    }
    const effective_date = new Date(Date.now() + 10 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split("-")
      .reverse()
      .join("-");
    await fill(page, "request", { ...journey.submit.answers, effective_date });
    await clickText(page, "aside > div > button", /Offerte/);
    await waitUntil(page, () => /\b5\d{7}\b/.test(document.querySelector("main")?.innerText ?? ""));
    expect(errors).toEqual([]);
  });

  test("a list: another row shows in the panel, and the panel leads to its page", async () => {
    const { page, errors } = await openPage(browser);
    await page.goto(`${portal.url}${paths("nl").quotes()}`);
    const shown = () => page.$eval("main section h2", (heading) => (heading as HTMLElement).innerText);
    await page.waitForSelector("tbody tr:nth-child(2) a");
    const first = await shown();
    await pressFirst(page, "tbody tr:nth-child(2) a");
    await waitUntil(
      page,
      (before: string) => document.querySelector<HTMLElement>("main section h2")?.innerText !== before,
      first,
    );
    const number = (await shown()).match(/\d{8}/)?.[0] ?? "no number";
    await pressFirst(page, "main section a[title]");
    await waitUntil(page, (path: string) => location.pathname.includes(path), number);
    await waitUntil(page, (text: string) => document.querySelector("main")?.innerText.includes(text), number);
    expect(errors).toEqual([]);
  });

  test("the calendar: opened, walked with the arrow keys, a day chosen", async () => {
    const journey = findJourney("schadeverzekering_werknemers-newTempRequest-quotation-for-a-new-relation");
    const { page, errors } = await openPage(browser);
    const intermediary = findBroker(journey).office;
    await page.goto(portal.url + paths("nl").wizard({ product: journey.product, intermediary }));
    const field = '[id="general-data_incorporation_date"]';
    await page.waitForSelector(field);
    await fill(page, "general-data", { incorporation_date: "10-02-2020" });
    await pressFirst(page, `div:has(> ${field}) > button`);
    await page.waitForSelector('[role="dialog"] [role="grid"]');
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await waitUntil(
      page,
      (css: string) => document.querySelector<HTMLInputElement>(css)?.value === "11-02-2020",
      field,
    );
    expect(await page.$('[role="dialog"] [role="grid"]')).toBeNull();
    expect(errors).toEqual([]);
  });
});
