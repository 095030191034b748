// One page, one figure: main-thread work as the browser itself counts it (CDP `TaskDuration`), so that layout and paint
// are in it and waiting is not. Medians of several rounds; a machine that is busy moves all of them alike.
import type { Browser, CDPSession, Page } from "playwright";
import { typedField } from "#app/bench/flat.ts";
import type { BenchPage } from "#app/bench/page.ts";

export type Variant = "engine" | "handwritten" | "stock";

export interface Typed {
  /** Milliseconds of main thread per key. */
  key: number;
  /** From the blur to the error on the page: milliseconds of main thread. */
  blur: number;
  renders: number;
  validations: number;
  violations: string[];
}

declare const window: { bench: BenchPage };
const KEYS = 20;
const ROUNDS = 5;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

async function open(browser: Browser, origin: string, variant: Variant, count: number) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const address = variant === "engine" ? `/bench?form=flat&n=${count}&wait` : `/pages/${variant}.html?n=${count}`;
  await page.goto(origin + address);
  await page.waitForFunction(() => "bench" in window);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, cdp };
}

async function type(cdp: CDPSession, text: string): Promise<void> {
  for (const key of text) {
    await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, key });
    await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
}

async function keystrokes(page: Page, cdp: CDPSession): Promise<{ key: number; renders: number; validations: number }> {
  const figures: number[] = [];
  const before = await page.evaluate(() => ({ ...window.bench.counts }));
  let after = before;
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const from = await busy(cdp);
    await type(cdp, "abcdefghijklmnopqrst".slice(0, KEYS));
    const used = (await busy(cdp)) - from;
    if (round === 0) after = await page.evaluate(() => ({ ...window.bench.counts }));
    if (round > 1) figures.push(used / KEYS);
    await pause(450);
  }
  return {
    key: median(figures),
    renders: after.renders - before.renders,
    validations: after.validations - before.validations,
  };
}

/** What the question itself costs: the same call and the same wait, with nothing to do. */
async function asking(page: Page, cdp: CDPSession): Promise<number> {
  await pause(350);
  const from = await busy(cdp);
  await page.evaluate(() => (document.activeElement as HTMLElement).tagName);
  await pause(60);
  return (await busy(cdp)) - from;
}

/** Empties the field to one character, which is an error, and leaves it. */
async function blurs(page: Page, cdp: CDPSession, field: string): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    await page.focus(field);
    await page.keyboard.press("Control+A");
    await type(cdp, round % 2 === 0 ? "x" : "xyz");
    const from = await busy(cdp);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await pause(60);
    const used = (await busy(cdp)) - from;
    if (round > 0 && round % 2 === 0) figures.push(used - (await asking(page, cdp)));
    await pause(350);
  }
  return median(figures);
}

export async function measureTyping(browser: Browser, origin: string, variant: Variant, count: number): Promise<Typed> {
  const { page, cdp } = await open(browser, origin, variant, count);
  await page.evaluate(() => window.bench.mount());
  const field = `#bench_${typedField(count)}`;
  await page.focus(field);
  await pause(200);
  const typed = await keystrokes(page, cdp);
  const blur = await blurs(page, cdp, field);
  const { violations } = await page.evaluate(() => window.bench.counts);
  await page.close();
  return { ...typed, blur, violations };
}

export interface Mounted {
  frame: number;
  work: number;
}

export async function measureMount(
  browser: Browser,
  origin: string,
  variant: Variant,
  count: number,
): Promise<Mounted> {
  const { page, cdp } = await open(browser, origin, variant, count);
  const frames: number[] = [];
  const works: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const from = await busy(cdp);
    const frame = await page.evaluate(() => window.bench.mount());
    const used = (await busy(cdp)) - from;
    await page.evaluate(() => window.bench.unmount());
    await pause(60);
    if (round < 3) continue;
    frames.push(frame);
    works.push(used);
  }
  await page.close();
  return { frame: median(frames), work: median(works) };
}
