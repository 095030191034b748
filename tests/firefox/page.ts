// Firefox as a broker uses it: driven over WebDriver BiDi, because Playwright drives only a Firefox of its own. Fields are found
// by their DOM id and filled by what they are, so that no product is known here.
import { spawnSync } from "node:child_process";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { vi } from "vitest";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { words } from "../e2e/support/words.ts";

/** The machine's Firefox, or undefined. FIREFOX_PATH names another. */
export function findFirefox(): string | undefined {
  const names = [process.env.FIREFOX_PATH, "firefox-esr", "firefox"].filter((name) => name !== undefined);
  const firefox = names.find((name) => spawnSync(name, ["--version"]).status === 0);
  if (!firefox || firefox.includes("/")) return firefox;
  return spawnSync("sh", ["-c", `command -v ${firefox}`], { encoding: "utf8" }).stdout.trim();
}

export const launchFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({
    ...{ browser: "firefox", executablePath, headless: true },
    // The window has the size: what puppeteer sends to set a page's own is unknown to Firefox ESR.
    ...{ defaultViewport: null, args: ["--width=1440", "--height=900"] },
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
  });

/** For as long as it throws. puppeteer's own way to wait builds functions in the page, which its policy refuses. */
const waitFor = <Found>(look: () => Promise<Found>): Promise<Found> =>
  vi.waitFor(look, { timeout: 120_000, interval: 50 });

/** Until it holds in the page. */
export const waitUntil = (page: Page, holds: (...values: string[]) => unknown, ...values: string[]): Promise<void> =>
  waitFor(async () => {
    if (!(await page.evaluate(holds, ...values))) throw new Error(`It does not hold: ${holds} of ${values}`);
  });

/** A page that remembers what its console called an error. */
export async function openPage(browser: Browser): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return { page, errors };
}

export async function logIn(page: Page, url: string, user: string): Promise<void> {
  await page.goto(`${url}/auth/login`);
  await pressFirst(page, `button[name="login"][value="${user}"]`);
  const boxes = 'input[type="checkbox"]';
  await page.waitForSelector(boxes);
  for (const box of await page.$$(boxes)) await press(box);
  await clickText(page, "main button", new RegExp(words("nl")("portal.prerequisites.continue")));
  await waitUntil(page, () => !document.querySelector('input[type="checkbox"]'));
}

/** The first visible element of a kind whose text fits. */
export async function clickText(page: Page, selector: string, text: RegExp): Promise<void> {
  const element = await waitFor(async () => {
    const handle = await page.evaluateHandle(
      (css: string, source: string) =>
        [...document.querySelectorAll<HTMLElement>(css)].find(
          (node) => node.offsetParent !== null && new RegExp(source).test(node.innerText),
        ),
      selector,
      text.source,
    );
    const element = handle.asElement();
    if (!element) throw new Error(`Nothing says ${text}`);
    return element as ElementHandle;
  });
  await press(element);
}

/** Waits until the element no longer moves, because puppeteer presses its last position. */
async function press(element: ElementHandle, count = 1): Promise<void> {
  await element.scrollIntoView();
  await waitFor(async () => {
    const still = await element.evaluate(async (moving: Element) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const { x, y } = moving.getBoundingClientRect();
      await frame();
      await frame();
      const now = moving.getBoundingClientRect();
      return now.x === x && now.y === y;
    });
    if (!still) throw new Error("It moves");
  });
  await element.click({ count });
}

export async function pressFirst(page: Page, css: string, count = 1): Promise<void> {
  const element = await page.waitForSelector(css);
  if (element) await press(element, count);
}

export async function fill(page: Page, path: string, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const id = `${path}_${name}`;
    if (typeof value === "object" && value !== null) await fill(page, id, value as JsonObject);
    else await fillField(page, id, value);
  }
}

async function fillField(page: Page, id: string, value: unknown): Promise<void> {
  const radio = `input[type="radio"][name="${id}"][value="${value}"]`;
  await page.waitForSelector(`[id="${id}"], ${radio}`);
  if (await page.$(radio)) {
    await pressFirst(page, `label:has(${radio})`);
    await waitUntil(page, (css: string) => document.querySelector<HTMLInputElement>(css)?.checked, radio);
    return;
  }
  const field = `[id="${id}"]`;
  const kind = await page.$eval(field, (element) => {
    const { tagName, readOnly, type } = element as HTMLInputElement;
    const locked = readOnly || element.getAttribute("aria-disabled") === "true" || element.hasAttribute("disabled");
    return locked ? "locked" : tagName === "SELECT" ? "select" : type === "checkbox" ? "checkbox" : "text";
  });
  if (kind === "select") await page.select(field, String(value));
  if (kind === "checkbox" && (await page.$eval(field, (box) => (box as HTMLInputElement).checked)) !== value)
    await pressFirst(page, field);
  if (kind === "text") await typeInto(page, field, String(value));
}

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await pressFirst(page, field, 3);
  await page.keyboard.press("Backspace");
  await page.type(field, text);
  await page.keyboard.press("Tab");
}
