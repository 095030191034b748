// A small seeded random generator: the same seed repeats a failure.
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32: 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  chance(part: number): boolean {
    return this.next() < part;
  }
}

const ODD: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1,
    0.5,
    1e308,
    1_000_000,
    1_000_001,
    "",
    " ",
    "0",
    "190",
    "12345678",
    "2026-11-20",
    "2026-02-30",
  ],
  ...[
    "1234 AB",
    "1234 SS",
    "a@b.nl",
    "a@b",
    "\u{1F600}".repeat(9),
    "x".repeat(2000),
    [],
    [[]],
    [["190", "19001"]],
    {},
    { 11: true },
  ],
  ...[[null], { a: { b: 1 } }, "__proto__", "\u0000"],
];

/** A copy with a few members changed, removed, added or replaced by odd values. */
export function mutated(value: unknown, random: Random): unknown {
  const copy = structuredClone(value);
  for (let times = 1 + random.below(3); times > 0; times -= 1) mutateOnce(copy, random);
  return random.chance(0.01) ? random.pick(ODD) : copy;
}

function mutateOnce(value: unknown, random: Random): void {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  const keys = Object.keys(holder);
  const key =
    random.chance(0.1) || keys.length === 0
      ? random.pick(["zz", "11", "constructor", "terms_of_delivery"])
      : random.pick(keys);
  if (Array.isArray(value) && !/^\d+$/.test(key)) return;
  if (typeof holder[key] === "object" && holder[key] !== null && random.chance(0.6)) mutateOnce(holder[key], random);
  else if (random.chance(0.2)) delete holder[key];
  else holder[key] = structuredClone(random.pick(ODD));
}
