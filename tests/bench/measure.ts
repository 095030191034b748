// One act on one page, one figure: main-thread work as the browser itself counts it (CDP `TaskDuration` in thread ticks), so that
// layout and paint are in it and waiting is not. A machine that is busy moves all of them alike.
import type { Browser, CDPSession, Page } from "playwright";
import type { Variant } from "./build.ts";
import { FIRST_FRAME, type FormName, findFields, formSpec } from "./page/forms.ts";
import type { BenchPage } from "./page/page.ts";

/** Milliseconds of main thread by act. Samples, not averages: the runner pools those of several visits. */
export type Figures = Record<Act, number[]>;
export const ACTS = ["keystroke", "choice", "leave", "pause", "all errors", "repair", "mount"] as const;
export type Act = (typeof ACTS)[number];

declare const window: { bench: BenchPage };
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export const emptyFigures = (): Figures => Object.fromEntries(ACTS.map((act) => [act, [] as number[]])) as Figures;

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Longer than typing may rest before it is taken in. */
const REST_MS = 450;
/** Longer than it takes until what was typed or chosen is kept on the device, which belongs to the key or the choice. */
const DRAFT_MS = 110;

export interface Visit {
  page: Page;
  cdp: CDPSession;
}

export async function busy({ cdp }: Visit): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

/** Asks the page without the helpers of the test library, which cost as much as what is measured. */
export async function ask({ cdp }: Visit, expression: string): Promise<unknown> {
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return result.value;
}

const FRAME = `new Promise((done) => requestAnimationFrame(() => setTimeout(done, ${DRAFT_MS})))`;

/** What an act costs beyond the same wait without it. */
export async function cost(visit: Visit, act: () => Promise<unknown>): Promise<number> {
  const start = await busy(visit);
  await ask(visit, FRAME);
  const idle = (await busy(visit)) - start;
  await act();
  await ask(visit, FRAME);
  return (await busy(visit)) - start - 2 * idle;
}

async function keys({ cdp }: Visit, text: string): Promise<void> {
  for (const key of text) {
    await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, key });
    await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
}

const press = ({ cdp }: Visit, key: string) =>
  cdp
    .send("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, windowsVirtualKeyCode: 9 })
    .then(() => cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: 9 }));

async function click({ cdp }: Visit, point: { x: number; y: number }): Promise<void> {
  for (const type of ["mousePressed", "mouseReleased"] as const)
    await cdp.send("Input.dispatchMouseEvent", { type, ...point, button: "left", clickCount: 1 });
}

const MOUNTS = 2;
const TRACED = ["toplevel", "blink.user_timing", "devtools.timeline"];
const VIEWPORT = { width: 1280, height: 1400 };

export async function open(browser: Browser, address: string, viewport = VIEWPORT): Promise<Visit> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const visit = { page, cdp };
  await page.goto(address);
  await page.waitForFunction(() => "bench" in window);
  await ask(visit, "window.bench.ready");
  return visit;
}

/** The body of a page with the wizard in it, as text, its form left out. */
export async function takeFrame(browser: Browser, address: string): Promise<string> {
  const { page } = await open(browser, address);
  await page.waitForSelector("aside:not([aria-busy=true])");
  await pause(2 * REST_MS);
  const frame = await page.evaluate(() => {
    const formElement = document.querySelector(".step-form");
    formElement?.replaceChildren();
    formElement?.setAttribute("data-form", "");
    return document.body.innerHTML;
  });
  await page.context().close();
  return frame;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the thread itself. Missing if the browser did not count it. */
  tdur?: number;
}

/** Milliseconds of the main thread until the first frame with the form in it, by a trace: asked for, the answer comes frames later. */
async function mount(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  // Every event costs what is measured.
  const traceConfig = { includedCategories: TRACED, excludedCategories: ["*"] };
  await cdp.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await page.goto(address);
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, FIRST_FRAME);
  const traced = new Promise((done) => cdp.once("Tracing.tracingComplete", done));
  await cdp.send("Tracing.end");
  await traced;
  await context.close();
  const end = events.find(({ name }) => name === FIRST_FRAME);
  if (!end) throw new Error(`No first frame at ${address}`);
  const until = events.filter(
    ({ pid, tid, ph, ts }) => pid === end.pid && tid === end.tid && ph === "X" && ts < end.ts,
  );
  return sumCounted(until) / 1000;
}

/** Of the outermost events, or of what is in them where they were not counted. */
function sumCounted(events: TraceEvent[]): number {
  let counted = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const { ts, dur = 0, tdur } of events.toSorted(
    (event, other) => event.ts - other.ts || (other.dur ?? 0) - (event.dur ?? 0),
  )) {
    if (tdur === undefined || ts < counted) continue;
    counted = ts + dur;
    sum += tdur;
  }
  return sum;
}

const selected = (id: string) => `document.getElementById("${id}").focus(); document.activeElement.select()`;

export async function typing(visit: Visit, id: string, figures: Figures, rounds: number): Promise<void> {
  for (let round = 0; round < rounds + 1; round += 1) {
    await ask(visit, selected(id));
    await pause(60);
    const before = await busy(visit);
    await keys(visit, "abcdefghijklmnopqrst");
    await pause(DRAFT_MS);
    const typed = await busy(visit);
    await pause(REST_MS);
    const rested = await busy(visit);
    await pause(REST_MS);
    const idle = (await busy(visit)) - rested;
    await keys(visit, "u");
    await pause(DRAFT_MS);
    const left = await cost(visit, () => press(visit, "Tab"));
    if (round === 0) continue;
    figures.keystroke.push((typed - before - (idle * DRAFT_MS) / REST_MS) / 20);
    figures.pause.push(rested - typed - idle);
    figures.leave.push(left);
  }
}

async function choosing(visit: Visit, count: number, figures: Figures, rounds: number): Promise<void> {
  const places = (await ask(
    visit,
    `JSON.stringify([...document.querySelectorAll("input[type=radio]")].map((input) => {
      const { x, y, width, height } = (input.closest("label") ?? input).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }))`,
  )) as string;
  const points = JSON.parse(places) as { x: number; y: number }[];
  for (let round = 0; round < rounds + 1; round += 1)
    for (let question = 0; question < count; question += 1) {
      const point = points[question * 2 + (round % 2)];
      if (!point) throw new Error("A choice is missing");
      const used = await cost(visit, () => click(visit, point));
      if (round > 0) figures.choice.push(used);
    }
}

/** Next on an empty form, then one field is repaired and left. */
async function failing(browser: Browser, address: string, id: string, figures: Figures): Promise<void> {
  const visit = await open(browser, `${address}&empty`);
  // What follows the first frame is over.
  await pause(2 * REST_MS);
  figures["all errors"].push(await cost(visit, () => ask(visit, `document.querySelector("[type=submit]").click()`)));
  const shown = await ask(visit, `document.querySelectorAll("[id$=__error], .error-detail").length`);
  if (Number(shown) < 5) throw new Error(`Only ${shown} errors at ${address}`);
  await ask(visit, selected(id));
  await keys(visit, "xyz");
  await pause(DRAFT_MS);
  figures.repair.push(await cost(visit, () => press(visit, "Tab")));
  await visit.page.context().close();
}

/** Performs every act once on a page of its own, with rounds of typing and choosing within it. */
export async function measure(browser: Browser, origin: string, variant: Variant, name: FormName): Promise<Figures> {
  const figures = emptyFigures();
  const address = `${origin}/${variant}/?form=${name}`;
  const form = formSpec(name);
  for (let time = 0; time < MOUNTS; time += 1) figures.mount.push(await mount(browser, address));
  const visit = await open(browser, address);
  if (form.typed) await typing(visit, `bench_${form.typed}`, figures, 3);
  else await choosing(visit, findFields(form).length, figures, 2);
  const violations = await visit.page.evaluate(() => window.bench.violations);
  if (violations.length > 0) console.log(`${address} violates the policy: ${violations[0]}`);
  await visit.page.context().close();
  if (form.typed) await failing(browser, address, `bench_${form.typed}`, figures);
  return figures;
}
