// `npm run bench [-- 8 50]`: our form against the same form written by hand and against rjsf as it comes; contracts in Node; what
// goes over the wire. One run, ratios first, each with the figure to reach beside it. Measures, asserts nothing.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { SIZES as ALL } from "#app/bench/flat.ts";
import { findChromium } from "../support/chromium.ts";
import { buildPages, serve } from "./build.ts";
import { contractTimes } from "./contracts.ts";
import { type Mounted, measureMount, measureTyping, type Typed, type Variant } from "./measure.ts";
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

/** Two passes, one after the other's turn: the quieter one counts, renders and validations add up. */
function better(one: Typed | undefined, other: Typed): Typed {
  if (!one) return other;
  return {
    key: Math.min(one.key, other.key),
    blur: Math.min(one.blur, other.blur),
    renders: one.renders + other.renders,
    validations: one.validations + other.validations,
    violations: [...one.violations, ...other.violations],
  };
}

async function pages(): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  await buildPages(outDir);
  const { server, origin } = await serve(outDir);
  const found = await findChromium();
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
  console.log(`${found.version}, strict policy except for stock\n`);
  try {
    const typed: Record<string, Typed> = {};
    const mounted: Record<string, Mounted> = {};
    for (const count of SIZES) {
      for (const variant of [...VARIANTS, ...VARIANTS]) {
        if (variant === "stock" && (count > 200 || typed[`stock${count}`])) continue;
        const key = `${variant}${count}`;
        typed[key] = better(typed[key], await measureTyping(browser, origin, variant, count));
      }
      for (const variant of VARIANTS) {
        if (variant === "stock" && count > 200) continue;
        mounted[`${variant}${count}`] = await measureMount(browser, origin, variant, count);
      }
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
    const ratio = ours!.key / hand!.key;
    const holds = ratio <= 1.2 && ours!.renders === 0 && ours!.validations === 0;
    line(
      String(count),
      hand!.key,
      ours!.key,
      stock?.key ?? "-",
      `${ratio.toFixed(2)}x`,
      String(ours!.renders),
      String(ours!.validations),
      verdict(holds),
    );
  }
  console.log("\nBlur, commit, validation, error shown, ms of main thread (to reach: 10 ms at 50 fields)");
  line("fields", "by hand", "ours", "stock", "");
  for (const count of SIZES) {
    const [hand, ours, stock] = VARIANTS.map((variant) => typed[`${variant}${count}`]);
    line(String(count), hand!.blur, ours!.blur, stock?.blur ?? "-", count === 50 ? verdict(ours!.blur <= 10) : "");
  }
  console.log("\nStep mounted, from data to first frame (to reach: 2x by hand at 8 and 100)");
  line("fields", "by hand", "ours", "stock", "ratio", "work", "");
  for (const count of SIZES) {
    const [hand, ours, stock] = VARIANTS.map((variant) => mounted[`${variant}${count}`]);
    const ratio = ours!.frame / hand!.frame;
    const held = count === 8 || count === 100 ? verdict(ratio <= 2) : "";
    line(
      String(count),
      hand!.frame,
      ours!.frame,
      stock?.frame ?? "-",
      `${ratio.toFixed(2)}x`,
      `${(ours!.work / hand!.work).toFixed(2)}x`,
      held,
    );
  }
  const violations = SIZES.flatMap((count) => typed[`engine${count}`]?.violations ?? []);
  console.log(`\nViolations of the policy: ${violations.length}${violations.length > 0 ? ` (${violations[0]})` : ""}`);
}

await pages();
await contractTimes();
await wireSizes();
