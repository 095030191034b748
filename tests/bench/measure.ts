// One page, one figure: main-thread work as the browser itself counts it (CDP `TaskDuration`), so that layout and paint
// are in it and waiting is not. Medians of several rounds; a machine that is busy moves all of them alike.
import type { Browser, CDPSession, Page } from "playwright";
import { typedField } from "#app/bench/flat.ts";
import type { BenchPage } from "#app/bench/page.ts";

export type Variant = "engine" | "handwritten" | "stock";

/** Samples, not averages: the runner pools those of several visits. */
export interface Typed {
  /** Milliseconds of main thread per key. */
  keys: number[];
  /** From the blur to the frame that shows the error: milliseconds of main thread. Stock judges every key instead. */
  blurs: number[];
  renders: number;
  validations: number;
  violations: string[];
}

declare const window: { bench: BenchPage };
const KEYS = 20;
const ROUNDS = 5;
const BLURS = 8;
const WARM = 4;
/** What was typed is taken in after this long without a blur; a slower round has measured something else. */
const IDLE = 300;
const ATTEMPTS = 10;

export const part = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
export const median = (values: number[]): number => part(values, 0.5);
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

/** Returns the longest wait between two keys: how fast a machine types that is busy with something else. */
async function type(cdp: CDPSession, text: string): Promise<number> {
  let longest = 0;
  for (const key of text) {
    const from = performance.now();
    await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, key });
    await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    longest = Math.max(longest, performance.now() - from);
  }
  return longest;
}

/** Rounds in which typing came to rest by itself are timed and not counted: a commit after a rest is no key's work. */
async function keystrokes(page: Page, cdp: CDPSession): Promise<Pick<Typed, "keys" | "renders" | "validations">> {
  const keys: number[] = [];
  const counted: { renders: number; validations: number }[] = [];
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const before = await page.evaluate(() => ({ ...window.bench.counts }));
    const from = await busy(cdp);
    const longest = await type(cdp, "abcdefghijklmnopqrst".slice(0, KEYS));
    const used = (await busy(cdp)) - from;
    const after = await page.evaluate(() => ({ ...window.bench.counts }));
    if (longest < IDLE / 2)
      counted.push({ renders: after.renders - before.renders, validations: after.validations - before.validations });
    if (round > 1) keys.push(used / KEYS);
    await pause(450);
  }
  const sum = (what: "renders" | "validations") => counted.reduce((all, each) => all + each[what], 0);
  if (counted.length === 0) throw new Error("The machine is too busy to type on");
  return { keys, renders: sum("renders"), validations: sum("validations") };
}

/** Asks the page without the helpers of the test library, which cost as much as what is measured. */
async function ask(cdp: CDPSession, expression: string): Promise<unknown> {
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return result.value;
}

/** What asking costs: the same call and the same wait, without a blur and without a frame. */
async function asking(cdp: CDPSession): Promise<number> {
  await pause(60);
  const from = await busy(cdp);
  await ask(cdp, "new Promise((done) => setTimeout(done))");
  await pause(60);
  return (await busy(cdp)) - from;
}

/** Fills the field anew and leaves it: milliseconds of main thread, nothing when the machine was too slow for it. */
async function leave(cdp: CDPSession, id: string, text: string): Promise<number | null> {
  await ask(cdp, `document.getElementById("${id}").focus(); document.activeElement.select()`);
  await pause(60);
  const typed = performance.now();
  await type(cdp, text);
  await ask(cdp, "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  const from = await busy(cdp);
  await ask(cdp, "window.bench.leave()");
  if (performance.now() - typed > IDLE) return null;
  await pause(60);
  return (await busy(cdp)) - from;
}

/** One character is an error, three are none. The wait after the frame catches what would follow it late. */
async function blurs(cdp: CDPSession, id: string): Promise<number[]> {
  const figures: number[] = [];
  for (let round = 0; figures.length < BLURS && round < WARM + BLURS + ATTEMPTS; round += 1) {
    const used = await leave(cdp, id, "x");
    if (!(await ask(cdp, `document.getElementById("${id}__error") !== null`))) throw new Error(`No error at ${id}`);
    if (used !== null && round >= WARM) figures.push(used - (await asking(cdp)));
    await leave(cdp, id, "xyz");
  }
  return figures;
}

export async function measureTyping(browser: Browser, origin: string, variant: Variant, count: number): Promise<Typed> {
  const { page, cdp } = await open(browser, origin, variant, count);
  await page.evaluate(() => window.bench.mount());
  const id = `bench_${typedField(count)}`;
  await page.focus(`#${id}`);
  await pause(200);
  const typed = await keystrokes(page, cdp);
  const left = variant === "stock" ? [] : await blurs(cdp, id);
  const { violations } = await page.evaluate(() => window.bench.counts);
  await page.close();
  return { ...typed, blurs: left, violations };
}

export interface Mounted {
  frames: number[];
  works: number[];
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
  return { frames, works };
}
