// A cold visit on a slow line, as the browser's own tools emulate it ("Slow 3G": 50 kB/s, 2 s to the first byte of each
// answer): when something is on the page, when the wizard's first form is, and what was asked on the way. `npm run bench:slow`.
import { type Browser, chromium, type Page } from "playwright";
import { paths } from "#routes/paths.ts";
import { enter } from "../e2e/support/session.ts";
import { findBroker, findJourney } from "../journeys/support/journey.ts";
import { findChromium } from "../support/chromium.ts";
import { Portal } from "../support/portal.ts";

const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

export interface SlowVisit {
  /** Seconds from the address to the first paint with content. */
  paint: number;
  /** Seconds to the first field of the form. */
  form: number;
  kilobytes: number;
  /** When each was there, in that order. */
  requests: string[];
}

async function visit(browser: Browser, url: string, address: string, user: string): Promise<SlowVisit> {
  const context = await browser.newContext({ baseURL: url, locale: "nl-NL" });
  await enter(context, user);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", SLOW_3G);
  const requests: string[] = [];
  let bytes = 0;
  const started = performance.now();
  const time = () => ((performance.now() - started) / 1000).toFixed(1);
  const calls = new Map<string, string>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) =>
    calls.set(requestId, `${time()} ${request.method} ${new URL(request.url).pathname}`),
  );
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    requests.push(`${time()} ${(encodedDataLength / 1000).toFixed(0).padStart(4)} kB, asked ${calls.get(requestId)}`);
  });
  await page.goto(address, { waitUntil: "commit", timeout: 60_000 });
  await page.locator("[id^='general-data_']").first().waitFor({ timeout: 90_000 });
  const form = (performance.now() - started) / 1000;
  const paint = await firstPaint(page);
  await context.close();
  return { paint, form, kilobytes: bytes / 1000, requests };
}

const firstPaint = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN) / 1000);

export async function slowLine(): Promise<SlowVisit> {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  const { user, office } = findBroker(journey);
  const address = paths("nl").wizard({
    product: journey.product,
    intermediary: office,
    ...(journey.relation !== undefined && { relation: journey.relation }),
  });
  const portal = await Portal.start();
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  try {
    await visit(browser, portal.url, address, user); // the server's own first time is not the line's
    return await visit(browser, portal.url, address, user);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

const verdict = (reached: number, aim: number) =>
  `${reached.toFixed(1)} s (to reach: ${aim}): ${reached <= aim ? "holds" : "MISSED"}`;

export async function reportSlowLine({ requests = false } = {}): Promise<void> {
  const visited = await slowLine();
  if (requests) for (const request of visited.requests) console.log(request);
  console.log(`\nSlow 3G, cold, ${visited.kilobytes.toFixed(0)} kB`);
  console.log(`${verdict(visited.paint, 3)} first paint`);
  console.log(`${verdict(visited.form, 10)} the wizard's form`);
}

if (import.meta.main) await reportSlowLine({ requests: true });
