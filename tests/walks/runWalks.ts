// Draws sequences of commands for every product and flow, runs them, and on a failure names the shortest that fails
// with its seed. `WALKS` is the number of sequences, `WALK_SEED` the seed. Both are fixed in the test command, so that
// every run is the same. `WALK_COUNTS=1` prints how often each command was drawn.
import fc from "fast-check";
import { vi } from "vitest";
import type { FlowName } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import type { StartBackEnd } from "./backEnd.ts";
import { findBase } from "./bases.ts";
import { check } from "./checks.ts";
import { commandsFor } from "./commands.ts";
import { counted } from "./tally.ts";
import { Walk } from "./walk.ts";

const seed = Number(process.env.WALK_SEED ?? 20_261_120);
const walks = Number(process.env.WALKS ?? 150);
/** Of a hundred walks two go through the application and its database, which costs twenty times as much, but one for each product and flow. */
const SHARE = { http: 0.02, rules: 0.98 };
export const flows: FlowName[] = ["newRequest", "newTempRequest", "editQuote", "quoteToPolicy"];

export interface Walks {
  kind: keyof typeof SHARE;
  product: LoadedProduct;
  flow: FlowName;
  /** How many products walk. */
  products: number;
  start: StartBackEnd;
}

/** Sequences begun so far, before one fails. */
let begun = 0;

export function printCounts(): void {
  if (process.env.WALK_COUNTS) console.log(counted());
}

/** Each product and flow walks its own ways. */
const computeSeed = (name: string): number =>
  [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, seed);

export async function runWalks({ kind, product, flow, products, start }: Walks): Promise<void> {
  const base = findBase(product);
  const sequences = fc.commands(commandsFor(base), { maxCommands: 6, size: "max" });
  let failed = false;
  const property = fc.asyncProperty(fc.boolean(), fc.nat(2), sequences, async (keeps, ahead, sequence) => {
    if (!failed) begun += 1;
    const backEnd = await start();
    const walk = await Walk.begin(backEnd, base, keeps);
    try {
      if (ahead === 1) await walk.advance();
      if (ahead === 2) await walk.complete();
      await check(walk);
      await fc.asyncModelRun(() => ({ model: { walked: 0 }, real: walk }), sequence);
    } catch (error) {
      if (!failed) console.log(`walk ${begun} fails with WALKS=${walks} WALK_SEED=${seed}`);
      failed = true;
      throw error;
    } finally {
      walk.end();
      vi.clearAllTimers();
    }
  });
  const numRuns = Math.ceil((walks * SHARE[kind]) / (products * flows.length));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await fc.assert(property, { seed: computeSeed(`${product.key} ${flow}`), numRuns }).finally(() => vi.useRealTimers());
}
