// `npm run bench [-- 8 50]`: our form against the same form written by hand and against rjsf as it comes; contracts in Node; what
// goes over the wire. One run, ratios first, each with the figure to reach beside it. Measures, asserts nothing.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { SIZES as ALL } from "#app/bench/flat.ts";
import { findChromium } from "../support/chromium.ts";
import { buildPages, serve } from "./build.ts";
import { contractTimes } from "./contracts.ts";
import { type Mounted, measureMount, measureTyping, median, part, type Typed, type Variant } from "./measure.ts";
import { reportSlowLine } from "./slowLine.ts";
import { wireSizes } from "./wire.ts";

const asked = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => ALL.includes(count));
const SIZES = asked.length > 0 ? asked : ALL;
const VARIANTS: Variant[] = ["handwritten", "engine", "stock"];
const outDir = join(import.meta.dirname, "..", "..", "dist", "bench");
const cell = (value: number | string, width = 9) =>
  (typeof value === "number" ? value.toFixed(2) : value).padStart(width);
const line = (...cells: (number | string)[]) => console.log(cells.map((each) => cell(each)).join(" "));
const verdict = (holds: boolean) => (holds ? "holds" : "MISSED");

/** Every variant has its turn in every pass, so that a busy minute is nobody's alone; the medians are of all passes. */
const PASSES = 3;
/** A mount is waited for by the clock, which a busy machine stretches: more turns, each right after the other's. */
const MOUNT_PASSES = 6;

function pooled(one: Typed | undefined, other: Typed): Typed {
  if (!one) return other;
  return {
    keys: [...one.keys, ...other.keys],
    blurs: [...one.blurs, ...other.blurs],
    renders: one.renders + other.renders,
    validations: one.validations + other.validations,
    violations: [...one.violations, ...other.violations],
  };
}

/** Stock is here to compare with: one pass, and none where it would take minutes. */
const plays = (variant: Variant, count: number, pass: number) => variant !== "stock" || (pass === 0 && count <= 200);

async function inTurns(passes: number, count: number, take: (variant: Variant, count: number) => Promise<void>) {
  for (let pass = 0; pass < passes; pass += 1)
    for (const variant of VARIANTS) if (plays(variant, count, pass)) await take(variant, count);
}

async function pages(): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  await buildPages(outDir);
  const { server, origin } = await serve(outDir);
  const found = await findChromium();
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
  console.log(`${found.version}, strict policy except for stock\n`);
  const typed: Record<string, Typed> = {};
  const mounted: Record<string, Mounted> = {};
  const take = async (variant: Variant, count: number) => {
    const key = `${variant}${count}`;
    typed[key] = pooled(typed[key], await measureTyping(browser, origin, variant, count));
  };
  const mount = async (variant: Variant, count: number) => {
    const key = `${variant}${count}`;
    const { frames, works } = await measureMount(browser, origin, variant, count);
    mounted[key] ??= { frames: [], works: [] };
    mounted[key].frames.push(...frames);
    mounted[key].works.push(...works);
  };
  try {
    for (const count of SIZES) {
      await inTurns(PASSES, count, take);
      await inTurns(MOUNT_PASSES, count, mount);
    }
    report(typed, mounted);
  } finally {
    await browser.close();
    server.close();
  }
}

function report(typed: Record<string, Typed>, mounted: Record<string, Mounted>): void {
  console.log(
    "Keystroke in a text field, ms of main thread per key (to reach: 1.2x by hand, 0 renders, 0 validations)",
  );
  line("fields", "by hand", "ours", "stock", "ratio", "renders", "checks", "");
  for (const count of SIZES) {
    const [hand, ours, stock] = VARIANTS.map((variant) => typed[`${variant}${count}`]);
    const ratio = median(ours!.keys) / median(hand!.keys);
    const holds = ratio <= 1.2 && ours!.renders === 0 && ours!.validations === 0;
    line(
      String(count),
      median(hand!.keys),
      median(ours!.keys),
      stock ? median(stock.keys) : "-",
      `${ratio.toFixed(2)}x`,
      String(ours!.renders),
      String(ours!.validations),
      verdict(holds),
    );
  }
  console.log("\nBlur, commit, validation, error shown, ms of main thread (to reach: 10 ms at 50 fields)");
  line("fields", "by hand", "ours", "p90", "ratio", "");
  for (const count of SIZES) {
    const [hand, ours] = VARIANTS.map((variant) => typed[`${variant}${count}`]?.blurs ?? []);
    const ratio = `${(median(ours!) / median(hand!)).toFixed(2)}x`;
    line(
      String(count),
      median(hand!),
      median(ours!),
      part(ours!, 0.9),
      ratio,
      count === 50 ? verdict(median(ours!) <= 10) : "",
    );
  }
  console.log("\nStep mounted, from data to first frame (to reach: 2x by hand at 8 and 100)");
  line("fields", "by hand", "ours", "stock", "ratio", "work", "");
  for (const count of SIZES) {
    const [hand, ours, stock] = VARIANTS.map((variant) => mounted[`${variant}${count}`]);
    const ratio = median(ours!.frames) / median(hand!.frames);
    line(
      String(count),
      median(hand!.frames),
      median(ours!.frames),
      stock ? median(stock.frames) : "-",
      `${ratio.toFixed(2)}x`,
      `${(median(ours!.works) / median(hand!.works)).toFixed(2)}x`,
      count === 8 || count === 100 ? verdict(ratio <= 2) : "",
    );
  }
  const violations = SIZES.flatMap((count) => typed[`engine${count}`]?.violations ?? []);
  console.log(`\nViolations of the policy: ${violations.length}${violations.length > 0 ? ` (${violations[0]})` : ""}`);
}

await pages();
await contractTimes();
await wireSizes();
await reportSlowLine();
