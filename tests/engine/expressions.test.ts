// Expressions over answers: exact, total and unknown where an answer is missing. The rule `holds` shows its error at the field.
import { describe, expect, it } from "vitest";
import { findBreach } from "#engine/expressions/breach.ts";
import { compute, evaluate, OPERATOR_NAMES } from "#engine/expressions/evaluate.ts";
import { toFraction, toNumber } from "#engine/expressions/fractions.ts";
import { TAKES } from "#engine/expressions/operators.ts";
import { readsIn, type Scope } from "#engine/expressions/paths.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { dateAt } from "#engine/values/dates.ts";
import { Random } from "../content/support/random.ts";
import { compileContract, contextWith, rulesBroken } from "./support/step.ts";

const here = {
  a: 0.1,
  b: 0.7,
  zero: 0,
  from: "2026-01-31",
  to: "2026-03-01",
  yes: true,
  month: "2026-02",
  text: "x",
  split: { nl: 60, eu: 40 },
  covers: ["casco", "glass"],
  vehicles: [
    { kind: "lorry", value: 0.1, drivers: [{ age: 20 }, { age: 50 }] },
    { kind: "van", value: 5 },
    { value: 7, drivers: [{ age: 23 }] },
    { kind: "lorry", value: 0.2 },
  ],
};
const scope: Scope = { here, answers: { other: { turnover: 400_000, kind: "van" } }, today: "2026-11-20" };
const lorries: Expression = { is: [".kind", "lorry"] };

describe("an expression", () => {
  it.each<[Expression, unknown]>([
    [{ sum: [".a", ".b"] }, 0.8],
    [{ sum: ".split.*" }, 100],
    [{ sum: ".nothing.*" }, 0],
    [{ minus: [1, ".a", ".b"] }, 0.2],
    [{ times: [1.1, 1.1] }, 1.21],
    [{ divide: [10, 3], round: 2 }, 3.33],
    [{ divide: [-5, 2], round: 0 }, -2],
    [{ divide: [1, ".zero"] }, undefined],
    [{ min: ".split.*" }, 40],
    [{ max: [".from", ".to"] }, "2026-03-01"],
    [{ days: [".from", ".to"] }, 29],
    [{ days: [".month", ".to"] }, 28],
    [{ more: [".month", ".from"] }, true],
    [{ count: ".split.*" }, 2],
    [{ day: "-5y" }, "2021-11-20"],
    [{ day: "+1m", from: ".from" }, "2026-02-28"],
    [{ day: "-1d", from: { day: "+1y", from: ".to" } }, "2027-02-28"],
    [{ day: "+1y", from: ".missing" }, undefined],
    [{ day: "-3000y", from: ".from" }, undefined],
    [{ months: [".from", ".to"] }, 1],
    [{ months: [".to", ".from"] }, -1],
    [{ years: [{ day: "2000-02-29" }, { day: "2026-02-28" }] }, 25],
    [{ years: [{ day: "2000-02-29" }, { day: "2026-03-01" }] }, 26],
    [{ years: [{ day: "2000-11-20" }, "today"] }, 26],
    [{ year: "today" }, 2026],
    [{ year: ".a" }, undefined],
    [{ atMost: [".to", "today"] }, true],
    [{ less: [".from", ".from"] }, false],
    [{ equal: [{ sum: [".a", ".b"] }, 0.8] }, true],
    [{ equal: [".yes", true] }, true],
    [{ atMost: [".a", "other.turnover"] }, true],
    [{ atMost: [".a", ".from"] }, undefined],
    [{ atMost: [".a", ".missing"] }, undefined],
    [{ all: [{ atMost: [".a", ".missing"] }, false] }, false],
    [{ all: [{ atMost: [".a", ".missing"] }, true] }, undefined],
    [{ any: [{ atMost: [".a", ".missing"] }, true] }, true],
    [{ not: { answered: ".missing" } }, true],
    [{ of: ".missing", empty: 5 }, 5],
    // biome-ignore lint/suspicious/noThenProperty: an expression
    [{ if: ".yes", then: 1, else: 2 }, 1],
    [{ is: ["other.kind", "van"] }, true],
    [{ is: ["other.kind", "lorry"] }, false],
    [{ is: [".missing", "lorry"] }, undefined],
    [{ in: ["other.kind", "lorry", "van"] }, true],
    [{ in: [".text", "lorry", "van"] }, false],
    [{ has: [".covers", "glass"] }, true],
    [{ has: [".covers", "legal"] }, false],
    [{ has: [".missing", "legal"] }, false],
    [{ count: ".vehicles.*" }, 4],
    [{ count: ".vehicles.*", where: lorries }, 2],
    [{ sum: ".vehicles.*.value", where: lorries }, 0.3],
    [{ sum: ".vehicles.*.value", where: { not: lorries } }, 5],
    [{ sum: ".vehicles.*.value", where: { more: [".value", 100] } }, 0],
    [{ max: ".vehicles.*.value", where: { not: { answered: ".kind" } } }, 7],
    [{ min: ".vehicles.*.value", where: { more: [".value", 100] } }, undefined],
    [{ count: ".vehicles.*", where: { is: ["other.kind", "van"] } }, 4],
    [{ count: ".vehicles.*.drivers.*", where: { less: [".age", 24] } }, 2],
    [1e300, undefined],
    [{ times: [123_456_789_012_345, 1_000_000_000_000] }, 1.23456789012345e26],
  ])("%j is %j", (expression, value) => expect(compute(expression, scope)).toBe(value));

  it("of any shape over any answers ends without an exception, the same way each time", () => {
    const random = new Random(7);
    const paths = [
      ".a",
      ".b",
      ".missing",
      ".split.*",
      ".from",
      ".yes",
      ".text",
      "other.turnover",
      "today",
      0,
      -1.5,
      1e21,
      true,
    ];
    const draw = (depth: number): Expression => {
      if (depth === 0 || random.chance(0.3)) return random.pick(paths);
      const operands = Array.from({ length: random.below(4) }, () => draw(depth - 1));
      return { [random.pick(OPERATOR_NAMES.filter((name) => name !== "day"))]: operands, round: random.below(3) };
    };
    for (let times = 0; times < 5000; times += 1) {
      const expression = draw(4);
      expect(evaluate(expression, scope)).toEqual(evaluate(expression, scope));
    }
  });

  it("adds amounts in cents as whole cents do", () => {
    const random = new Random(11);
    for (let times = 0; times < 1000; times += 1) {
      const cents = Array.from({ length: 1 + random.below(20) }, () => random.below(100_000_000));
      const total = cents.reduce((sum, cent) => sum + cent, 0);
      expect(compute({ sum: cents.map((cent) => cent / 100) }, scope)).toBe(total / 100);
    }
  });

  it("gives back each amount from 0 to 10,000 euros as it was entered", () => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 1_000_000; cents += 1) {
      const amount = cents / 100;
      if (toNumber(toFraction(amount)!) !== amount) wrong.push(amount);
    }
    expect(wrong).toEqual([]);
  });

  it("is the number of its decimal text, however many records and decimals it is worked out from", () => {
    const random = new Random(12);
    const write = (value: bigint, decimals: number) => {
      const digits = String(value).padStart(decimals + 1, "0");
      return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    };
    for (let times = 0; times < 500; times += 1) {
      const decimals = 1 + random.below(3);
      const unit = 10 ** decimals;
      const records = Array.from({ length: 1 + random.below(200) }, () => random.below(1_000_000));
      const here = { records: records.map((part) => ({ amount: part / unit })) };
      const sum = BigInt(records.reduce((total, part) => total + part, 0));
      const read: Expression = { sum: ".records.*.amount" };
      expect(compute(read, { ...scope, here })).toBe(Number(write(sum, decimals)));
      const product = compute({ times: [read, read, read] }, { ...scope, here });
      expect(product).toBe(Number(write(sum ** 3n, 3 * decimals)));
    }
  });

  it("is the nearest number where its decimals never end", () => {
    const random = new Random(13);
    for (let times = 0; times < 1000; times += 1) {
      const bottom = BigInt(3 + 2 * random.below(50_000_000)) ** 3n;
      const top = (bottom * BigInt(1 + random.below(1_000_000))) / 7n;
      for (const sign of [1n, -1n])
        expect(toNumber({ top: sign * top, bottom })).toBe(Number(`${(sign * top * 10n ** 60n) / bottom}e-60`));
    }
  });

  it("equals the same amount that is entered, with both sides as they are written", () => {
    const wrong = Array.from({ length: 10_001 }, (_, cents) => cents / 100).filter((amount) => {
      const here = { part: amount, whole: compute({ sum: [".part"] }, { ...scope, here: { part: amount } }), limit: 0 };
      const sides = findBreach({ atMost: [{ sum: [".part"] }, { minus: [0, ".part"] }] }, { ...scope, here });
      const isWhole = findBreach({ equal: [".whole", ".part"] }, { ...scope, here }) === null;
      return !isWhole || (amount > 0 && (sides?.value !== amount || sides.limit !== -amount));
    });
    expect(wrong).toEqual([]);
  });
});

it("counts an age as the window of a date does", () => {
  const random = new Random(17);
  for (let times = 0; times < 2000; times += 1) {
    const born = dateAt("2026-11-20", `-${random.below(9999)}d`);
    const scope: Scope = { here: { born }, answers: {}, today: dateAt("2026-11-20", `-${random.below(400)}d`) };
    const age = random.below(30);
    if (born > scope.today) continue;
    const isOldEnough = born <= dateAt(scope.today, `-${age}y`);
    expect(Number(compute({ years: [".born", "today"] }, scope)) >= age, `${born} ${scope.today} ${age}`).toBe(
      isOldEnough,
    );
  }
});

it("reads its answers, also those that it compares in each record, and no choice", () => {
  const where: Expression = { all: [lorries, { has: ["covers.covers", "casco"] }] };
  expect(readsIn({ sum: ".vehicles.*.drivers.*.age", where })).toEqual([
    ".vehicles.*.drivers.*.age",
    ".vehicles.*.drivers.*.kind",
    "covers.covers",
  ]);
});

describe("a path to several answers", () => {
  const parts = (amounts: number[]) => ({ ...scope, here: { parts: amounts.map((amount) => ({ amount })) } });
  const path = ".parts.*.amount";
  const inEach = (member: string): Expression => {
    // biome-ignore lint/suspicious/noThenProperty: an expression
    const whole = { if: { more: [1, 0] }, then: 1, else: 2 };
    if (member === "of" || member === "empty") return { of: ".missing", empty: 1, [member]: path };
    if (member === "then") return { ...whole, [member]: path };
    if (member === "if" || member === "else") return { ...whole, if: { more: [0, 1] }, [member]: path };
    return { [member]: [path, 10] };
  };

  it.each(Object.keys(TAKES))("in %s has no value where one is meant, and the same in any order", (member) => {
    const [ahead, back] = [
      [1, 2, 3],
      [3, 2, 1],
    ].map((amounts) => compute(inEach(member), parts(amounts)));
    expect(ahead).toBe(back);
    if (member === "has") expect(ahead).toBe(false);
    else if (TAKES[member] === "one") expect(ahead).toBeUndefined();
  });

  it("alone has no value", () => {
    expect(compute(path, parts([1, 2]))).toBeUndefined();
    expect(compute(path, parts([2]))).toBe(2);
  });
});

describe("rules", () => {
  const amount = { type: "number", minimum: 0 } as const;
  const contract = compileContract({
    type: "object",
    properties: {
      total: amount,
      own: {
        ...amount,
        rules: { within_total: { atMost: [".own", ".total"] }, within_other: { atMost: [".own", "other.turnover"] } },
      },
      split: {
        type: "object",
        properties: { nl: amount, eu: amount },
        rules: { adds_up: { equal: [{ sum: ".split.*" }, 100] } },
      },
    },
  });

  it("is called by the rule's name, with both sides", () => {
    const [error] = contract({ total: 10, own: 10.01 }, contextWith());
    expect(error).toEqual({
      id: "step_own",
      pointer: "/own",
      keyword: "within_total",
      params: { rule: "within_total", value: 10.01, limit: 10 },
    });
  });

  it.each([
    [{ total: 10, own: 10 }, []],
    [{ own: 11 }, []],
    [{ total: 10 }, []],
    [{ split: { nl: 60, eu: 40 } }, []],
    [{ split: { nl: 60, eu: 39.99 } }, ["/split adds_up"]],
    [{ split: { nl: 60, eu: "x" } }, ["/split/eu type"]],
  ])("%j", (answers, broken) => expect(rulesBroken(contract, answers)).toEqual(broken));

  it("reads another step, once it is answered", () => {
    const context = contextWith({}, { answers: { other: { turnover: 5 } } });
    expect(rulesBroken(contract, { own: 6 }, context)).toEqual(["/own within_other"]);
    expect(rulesBroken(contract, { own: 6 }, contextWith({}, { answers: { other: {} } }))).toEqual([]);
  });
});
