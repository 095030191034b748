// Draws sequences of commands for every product and flow, runs them, and on a failure names the shortest that fails with
// the seed that leads to it. `WALKS` is the number of sequences, `WALK_SEED` the seed; both are fixed in the test command, so
// that it says the same each time.
import fc from "fast-check";
import { vi } from "vitest";
import type { FlowName } from "#engine/types.ts";
import type { StartBackEnd } from "./backEnd.ts";
import { baseOf } from "./bases.ts";
import { commands } from "./commands.ts";
import { Walk } from "./walk.ts";

const seed = Number(process.env.WALK_SEED ?? 20_261_120);
const walks = Number(process.env.WALKS ?? 2_000);
/** Of a hundred walks three go through the application and its database: each costs ten times as much. */
const SHARE = { http: 0.03, rules: 0.97 };
/** Sequences for one product and flow. */
export const runsOf = (kind: keyof typeof SHARE, products: number): number =>
  Math.ceil((walks * SHARE[kind]) / (products * flows.length));
export const told = (kind: string): void => console.log(`walks (${kind}): WALKS=${walks} WALK_SEED=${seed}`);

export const flows: FlowName[] = ["newRequest", "newTempRequest", "editQuote", "quoteToPolicy"];

export interface Walks {
  product: string;
  flow: FlowName;
  start: StartBackEnd;
  runs: number;
}

export async function runWalks({ product, flow, start, runs }: Walks): Promise<void> {
  const drawn = fc.tuple(fc.nat(2), fc.commands(commands, { maxCommands: 6, size: "max" }));
  const property = fc.asyncProperty(drawn, async ([begun, sequence]) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const backEnd = await start(product, flow);
    const walk = await Walk.begin(backEnd, baseOf(backEnd.product));
    try {
      if (begun === 1) await walk.advance();
      if (begun === 2) await walk.complete();
      await walk.check();
      await fc.asyncModelRun(() => ({ model: { walked: 0 }, real: walk }), sequence);
    } finally {
      walk.end();
      vi.useRealTimers();
    }
  });
  await fc.assert(property, { seed, numRuns: runs });
}
