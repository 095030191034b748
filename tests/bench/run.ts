// `npm run bench [-- company 500]`: our form, alone and in the wizard's own screen with sidebar and draft, against the
// same form written by hand (alone and in an inert copy of that screen), with react-hook-form and with plain rjsf. Each
// act is measured as main-thread work in ratio to the hand-written form alone. Also measures contracts in Node, the
// bytes that are transferred and a slow connection. One run. Measures, asserts nothing.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { findChromium } from "../support/chromium.ts";
import { buildPages, codeSize, serve, VARIANTS, type Variant } from "./build.ts";
import { contractTimes } from "./contracts.ts";
import { ACTS, type Figures, measure, median, takeFrame } from "./measure.ts";
import { FORMS, type FormName } from "./page/forms.ts";
import { reportSlowLine } from "./slowLine.ts";
import { wireSizes } from "./wire.ts";

const words = process.argv.slice(2);
const chosenForms = FORMS.filter((name) => words.includes(name));
const forms = chosenForms.length > 0 ? chosenForms : FORMS;
const outDir = join(import.meta.dirname, "..", "..", "dist", "bench");

/**
 * Every variant has its turn in every pass, so that a busy minute does not affect one variant alone. The medians are of
 * all passes.
 */
const PASSES = 4;

/** Highest ratios, of the form alone and of the wizard (milliseconds for a pause). */
const LIMITS: Record<string, Partial<Record<FormName, [form: number, wizard: number]>>> = {
  keystroke: { company: [1.1, 1.4], 100: [1.1, 1.1], 500: [1.1, 1.1] },
  choice: { choices: [1.4, 1.6] },
  leave: { company: [1.4, 1.8], 100: [1.4, 1.8], 500: [1.4, 1.8] },
  pause: { company: [3, 3], 500: [6, 6] },
  "all errors": { company: [2.5, 4], 100: [2.5, 4], 500: [2.5, 4] },
  mount: { company: [1.6, 2.2], 100: [1.6, 2.2], 500: [1.6, 2.2] },
};

type Pooled = Record<Variant, Figures>;

async function measureForm(take: (variant: Variant) => Promise<Figures>): Promise<Pooled> {
  const pooled = {} as Pooled;
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const variant of VARIANTS) {
      const figures = await take(variant);
      const earlier = pooled[variant];
      pooled[variant] = earlier ? joined(earlier, figures) : figures;
    }
  return pooled;
}

const joined = (figures: Figures, other: Figures): Figures =>
  Object.fromEntries(ACTS.map((act) => [act, [...figures[act], ...other[act]]])) as Figures;

const cell = (text: string) => text.padStart(12);

function report(name: FormName, pooled: Pooled): void {
  console.log(`\n${name}: ratio to hand-written (ms by hand); a pause in ms; * in the wizard's screen`);
  console.log(["", "by hand", "ours", "wizard", "by hand *", "hook form", "stock rjsf", "to reach"].map(cell).join(""));
  for (const act of ACTS) {
    const [hand = Number.NaN, ...others] = VARIANTS.map((variant) => median(pooled[variant][act]));
    if (Number.isNaN(hand)) continue;
    const figures = others.map((value) => (act === "pause" ? value : value / hand).toFixed(2));
    const limits = LIMITS[act]?.[name];
    const verdicts = limits?.map((limit, index) => `${limit} ${Number(figures[index]) <= limit ? "holds" : "MISSED"}`);
    const reached = verdicts ? `  ${verdicts.join(", ")}` : "";
    console.log([act, hand.toFixed(2), ...figures].map(cell).join("") + reached);
  }
}

async function pages(): Promise<void> {
  if (!words.includes("built")) {
    rmSync(outDir, { recursive: true, force: true });
    await buildPages(outDir);
  }
  const { server, origin } = await serve(outDir);
  const { version, executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  console.log(`${version}, strict policy except for stock and *`);
  try {
    for (const name of forms)
      writeFileSync(
        join(outDir, "framed", `frame-${name}.html`),
        await takeFrame(browser, `${origin}/wizard/?form=${name}`),
      );
    for (const name of forms) report(name, await measureForm((variant) => measure(browser, origin, variant, name)));
  } finally {
    await browser.close();
    server.close();
  }
  // What the wizard loads is weighed with the app's own build.
  const sizes = VARIANTS.filter((variant) => variant !== "wizard" && variant !== "framed").map(
    (variant) => `${variant} ${codeSize(outDir, variant).toFixed(0)}`,
  );
  console.log(`\nCode of the page, brotli kB (to reach: 130): ${sizes.join(", ")}`);
}

await pages();
if (chosenForms.length === 0) {
  await contractTimes();
  await wireSizes();
  await reportSlowLine();
}
