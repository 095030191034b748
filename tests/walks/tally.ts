// How often each command was drawn for each product and flow, and how often it did something there.
import type { Walk } from "./walk.ts";

interface Count {
  drawn: number;
  done: number;
}
const counts = new Map<string, Map<string, Count>>();

export function tally({ backEnd: { product, flow } }: Walk, kind: string, done: boolean): void {
  const name = `${product.key} ${flow}`;
  const kinds = counts.get(name) ?? new Map<string, Count>();
  counts.set(name, kinds);
  const count = kinds.get(kind) ?? { drawn: 0, done: 0 };
  kinds.set(kind, { drawn: count.drawn + 1, done: count.done + (done ? 1 : 0) });
}

/** One line a product and flow: `command drawn/done`. */
export const counted = (): string =>
  [...counts]
    .map(
      ([name, kinds]) =>
        `${name}: ${[...kinds].map(([kind, { drawn, done }]) => `${kind} ${drawn}/${done}`).join("; ")}`,
    )
    .join("\n");
