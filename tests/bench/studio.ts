// Times of the studio over a copy of the content: opening a product, selecting a field, and from a key in the panel to the redrawn form
// and to new findings. `npm run bench:studio`.
import { chromium, type Page } from "playwright";
import { openStudio } from "../e2e/support/studio.ts";
import { findChromium } from "../support/chromium.ts";

const PRODUCT = "/product/beroepsaansprakelijkheid?step=general-data&field=revenue";
const RUNS = 9;
/** Milliseconds at most, as design.md has them. */
const FIGURES = { open: 1000, select: 50, form: 300, findings: 1000, all: 2000 };
type Times = Record<keyof typeof FIGURES, number[]>;

const form = (page: Page) => page.frameLocator("iframe").first();

async function time(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** In the page, so that the way between the two programs does not count. */
const select = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (label) => {
    const row = [...document.querySelectorAll<HTMLElement>('[role="row"]')].find(
      ({ ariaLabel }) => ariaLabel === label,
    );
    const started = performance.now();
    row?.click();
    while (document.querySelector("aside h2")?.textContent !== label)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  }, name);

/** In the page too: from the key until a frame of the page has the text. */
const redraw = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (label) => {
    const { timeStamp } = await new Promise<Event>((resolve) => {
      addEventListener("input", resolve, { once: true, capture: true });
    });
    while (!document.querySelector("iframe")?.contentDocument?.body.textContent.includes(label))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - timeStamp;
  }, text);

async function measure(page: Page, times: Times): Promise<void> {
  const opened = () => form(page).getByLabel("Jaaromzet").waitFor();
  await page.goto(PRODUCT);
  await opened();
  const panel = page.getByRole("complementary");
  for (let run = 0; run < RUNS; run += 1) {
    times.open.push(
      await time(async () => {
        await page.goto(PRODUCT);
        await opened();
      }),
    );
    times.select.push(await select(page, "KVK-nummer"), await select(page, "Jaaromzet"));
    const label = `Omzet ${run}`;
    const answered = (path: string) => page.waitForResponse((response) => response.url().endsWith(path));
    const [checked, tried] = [answered("/studio/check/files"), answered("/studio/check")];
    const redrawn = redraw(page, label);
    const started = performance.now();
    await panel.getByLabel("Label, nl").fill(label);
    const asked = panel.getByRole("alertdialog").getByRole("button", { name: "Alleen dit product" });
    if (run === 0) await asked.click();
    times.form.push(await redrawn);
    await (await checked).finished();
    times.findings.push(performance.now() - started);
    await (await tried).finished();
    times.all.push(performance.now() - started);
    await panel.getByLabel("Label, nl").fill("Jaaromzet");
    await form(page).getByText("Jaaromzet").first().waitFor();
  }
}

const studio = await openStudio();
const { executablePath, args, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args, env });
try {
  const page = await browser.newPage({ baseURL: studio.address, viewport: { width: 1440, height: 900 } });
  const times: Times = { open: [], select: [], form: [], findings: [], all: [] };
  await measure(page, times);
  for (const [name, figure] of Object.entries(FIGURES)) {
    const sorted = times[name as keyof Times].toSorted((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    process.stdout.write(`${name.padEnd(9)} ${middle.toFixed(0).padStart(6)} ms, at most ${figure} ms\n`);
  }
} finally {
  await browser.close();
  await studio.close();
}
