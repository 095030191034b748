// Prices over records (`per_item` of a tariff): exact to the cent and rounded per record, named in the trace and checked.
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { fits, type PerItem } from "#underwriting/tariff.ts";
import { tracePremium } from "#underwriting/trace.ts";
import { ask, PRODUCT, STEP } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";
import { Random } from "./support/random.ts";

const SITES = "a.sites";
const part: PerItem = {
  name: "site",
  each: SITES,
  amount: `${SITES}.*.sum`,
  rate: 0.0011,
  minimum: 75,
  factors: [
    { name: "walls", answer: `${SITES}.*.walls`, values: { stone: 1, wood: 1.63 } },
    {
      name: "height",
      answer: `${SITES}.*.height`,
      bands: [
        { up_to: 10, factor: 0.97 },
        { up_to: 99, factor: 1.29 },
      ],
      empty: 1,
    },
    { name: "sprinklers", answer: "a.sprinklers", values: { true: 0.9, false: 1 }, empty: 1 },
    { name: "covers", answer: `${SITES}.*.covers`, each_of: { glass: 1.1, flood: 1.3, theft: 0.7 } },
  ],
};
const tariff: Underwriting["tariff"] = {
  product_code: { default: "1" },
  main: {
    answer: "a.cover",
    list: "all_main_coverages",
    options: [{ value: "x", insured_amount: 100_000, price: 100 }],
  },
  factors: [],
  per_item: [part],
  tax: { rate: "insurance_tax", date: "a.day" },
};
const rates: Underwriting["rates"] = {
  country: "NL",
  insurance_tax: { NL: { use: "standard", readings: { standard: [{ from: null, percentage: 21 }] } } },
  instalment_surcharges: {},
  one_off: {},
};
const priced = (sites: unknown, change: Partial<PerItem> = {}, more: JsonObject = {}): Underwriting => ({
  tariff: { ...tariff, per_item: [{ ...part, ...change }] },
  rates,
  answers: { a: { cover: "x", sites, ...more } },
  today: "2026-11-20",
  day: "2026-11-20",
});
const site = (sum: unknown, more: JsonObject = {}): JsonObject => ({ _id: "r1", sum, walls: "stone", ...more });
const amounts = (input: Underwriting) => calculate(input)?.items.map(({ amount }) => amount);

describe("the price of a record", () => {
  it.each<[string, JsonObject, number]>([
    ["rate of an amount with cents, half a cent up", site(123_450), 13_580],
    ["a factor of a choice", site(100_000, { walls: "wood" }), 17_930],
    ["the factors of what is ticked, exactly", site(100_000, { covers: ["glass", "flood", "theft"] }), 11_011],
    ["that without factors where nothing is ticked", site(100_000, { covers: [] }), 11_000],
    ["a band, at its end", site(1_000_000, { height: 10 }), 106_700],
    ["the next band, one further", site(1_000_000, { height: 11 }), 141_900],
    ["the minimum, below it", site(68_181.81), 7500],
    ["the minimum, above it", site(68_190.91), 7501],
    ["an amount of 0", site(0), 7500],
  ])("is %s", (_name, record, cents) => {
    expect(amounts(priced([record]))).toEqual([cents]);
  });

  it("reads answers outside the list too", () => {
    expect(amounts(priced([site(1_000_000)], {}, { sprinklers: true }))).toEqual([99_000]);
  });

  it("is that of each record inside each record, by answers of both", () => {
    const halls: PerItem = {
      name: "hall",
      each: `${SITES}.*.halls`,
      amount: `${SITES}.*.halls.*.sum`,
      rate: 0.001,
      minimum: 0,
      factors: [
        { name: "walls", answer: `${SITES}.*.walls`, values: { stone: 1, wood: 2 } },
        { name: "roof", answer: `${SITES}.*.halls.*.roof`, values: { tiles: 1, thatch: 1.5 } },
      ],
    };
    const hall = (sum: number, roof = "tiles") => ({ sum, roof });
    const sites = [
      { walls: "wood", halls: [hall(10_000), hall(20_000, "thatch")] },
      { walls: "stone", halls: [hall(40_000)] },
    ];
    const input = priced(sites, halls);
    expect(calculate(input)?.items.map(({ record, amount }) => [record, amount])).toEqual([
      [`${SITES}.0.halls.0`, 2000],
      [`${SITES}.0.halls.1`, 6000],
      [`${SITES}.1.halls.0`, 4000],
    ]);
    const lines = tracePremium(input).filter(({ record }) => record === `${SITES}.0.halls.1`);
    expect(lines.map(({ answer, factor }) => [answer, factor])).toEqual([
      [`${SITES}.0.halls.1.sum`, undefined],
      [`${SITES}.0.walls`, 2],
      [`${SITES}.0.halls.1.roof`, 1.5],
    ]);
    const withoutHall = [...sites, { walls: "stone", halls: [] }];
    expect(calculate(priced(withoutHall, halls))).toBeNull();
    expect(calculate(priced(withoutHall, { ...halls, optional: true }))?.items).toHaveLength(3);
  });

  const bySumAndWalls: Partial<PerItem> = {
    price: {
      name: "walls and sum",
      answer: `${SITES}.*.walls`,
      by: `${SITES}.*.sum`,
      grid: {
        columns: [1000, 5000],
        rows: [
          { value: "stone", cells: [10, 20.5] },
          { value: "wood", cells: [15, 31] },
        ],
      },
    },
    minimum: 12,
    factors: [],
  };
  const byGrid = (record: JsonObject) =>
    priced([record], { ...bySumAndWalls, amount: undefined, rate: undefined } as Partial<PerItem>);

  it.each<[string, JsonObject, number]>([
    ["that of row and column", site(1001, { walls: "wood" }), 3100],
    ["that of a band, at its end", site(1000, { walls: "wood" }), 1500],
    ["with cents", site(5000), 2050],
    ["the minimum, below it", site(1), 1200],
  ])("by a grid of two answers is %s", (_name, record, cents) => {
    expect(amounts(byGrid(record))).toEqual([cents]);
    const lines = tracePremium(byGrid(record)).filter(
      ({ per, place }) => per === "year" && place.startsWith("/per_item"),
    );
    expect(lines.reduce((sum, { amount }) => sum + (amount ?? Number.NaN), 0)).toBe(cents);
    expect(lines[0]?.given).toEqual([record.walls, record.sum]);
  });

  it.each<[string, JsonObject]>([
    ["above the last column", site(5001)],
    ["0, where the first column is not up to 0", site(0)],
    ["a choice without a row", site(1, { walls: "brick" })],
    ["one answer missing", site(undefined)],
  ])("by a grid of two answers is unknown with %s", (_name, record) => {
    expect(calculate(byGrid(record))).toBeNull();
    expect(unpricedAnswer(byGrid(record))).toBe(SITES);
  });

  it("is the whole premium of a tariff without a main price, in ten terms a year or one of twelve months", () => {
    const { main: _main, factors: _factors, ...alone } = tariff;
    const instalments = { answer: "a.terms", months: "a.months", default_months: 1, rate: "instalment_surcharges" };
    const pay = (months: number, surcharge: number) =>
      calculate({
        ...priced([site(100_010)], {}, { terms: true, months }),
        tariff: { ...alone, instalments },
        rates: { ...rates, instalment_surcharges: { [months]: surcharge } },
      });
    expect(pay(10, 4)).toMatchObject({ annual: 11_001, months: 10, perTerm: 1144, insuredAmount: null, main: 11_001 });
    expect(pay(12, 0)).toMatchObject({ annual: 11_001, months: 12, perTerm: 11_001, inTerms: true });
    expect(unpricedAnswer({ ...priced([site(1)]), tariff: alone })).toBeUndefined();
    expect(fits(tariff, alone) || fits(alone, tariff)).toBe(false);
  });

  it.each<[string, unknown]>([
    ["a record without its amount", [site(100_000), site(undefined)]],
    ["a record without a factor's answer", [site(100_000, { walls: undefined })]],
    ["an amount below 0", [site(-1)]],
    ["an amount that is text", [site("100")]],
    ["a choice ticked that has no factor", [site(100_000, { covers: ["glass", "fire"] })]],
    ["an answer beyond the last band", [site(100_000, { height: 100 })]],
    ["no record", []],
    ["no list", undefined],
  ])("is unknown with %s, and so is the premium", (_name, sites) => {
    expect(calculate(priced(sites))).toBeNull();
    expect(unpricedAnswer(priced(sites))).toBe(SITES);
  });

  it("is nothing for an optional list without records", () => {
    for (const sites of [[], undefined]) expect(calculate(priced(sites, { optional: true }))?.annual).toBe(10_000);
  });

  it("is exact for any records, and lines, trace and year add up", () => {
    const random = new Random(7);
    for (let run = 0; run < 200; run += 1) {
      const sites = Array.from({ length: 1 + random.below(25) }, () =>
        site(random.below(100_000_000) / 100, {
          walls: random.chance(0.5) ? "wood" : "stone",
          height: 1 + random.below(99),
        }),
      );
      const input = priced(sites);
      const wanted = sites.map(({ sum, walls, height }) => {
        const hundredths = (walls === "wood" ? 163n : 100n) * (Number(height) <= 10 ? 97n : 129n);
        const top = BigInt(Math.round(Number(sum) * 100)) * 11n * hundredths;
        const cents = Number((top + 50_000_000n) / 100_000_000n);
        return Math.max(cents, 7500);
      });
      expect(amounts(input)).toEqual(wanted);
      const { perYear, annual } = calculate(input)!;
      expect(annual).toBe(wanted.reduce((sum, amount) => sum + amount, 10_000));
      const lines = tracePremium(input).filter(({ per }) => per === "year");
      expect(lines.reduce((sum, { amount }) => sum + (amount ?? Number.NaN), 0)).toBe(perYear);
    }
  });

  it("is named in the trace by the address of its record", () => {
    const input = priced([site(100_000), site(100_000, { walls: "brick" })]);
    expect(tracePremium(input).find(({ factor }) => factor === null)).toMatchObject({
      place: "/per_item/0/factors/0",
      answer: `${SITES}.1.walls`,
      given: "brick",
      record: `${SITES}.1`,
    });
  });

  it("of a newer tariff counts for an open request only if it reads the same answers", () => {
    const other = (change: Partial<PerItem>) => ({ ...tariff, per_item: [{ ...part, ...change }] });
    expect(fits(other({ rate: 0.002, minimum: 80 }), tariff)).toBe(true);
    expect(fits(other({ amount: `${SITES}.*.value` }), tariff)).toBe(false);
    expect(fits(other({ factors: [] }), tariff)).toBe(false);
    expect(fits({ ...tariff, per_item: [] }, tariff)).toBe(false);
    const { grid, ...price } = bySumAndWalls.price!;
    const gridded = (columns: number[], rows = grid!.rows) => other({ price: { ...price, grid: { columns, rows } } });
    expect(fits(gridded([9000]), gridded([1000, 5000]))).toBe(true);
    expect(fits(gridded([1000, 4000]), gridded([1000, 5000]))).toBe(false);
    expect(fits(gridded([5000], grid!.rows.slice(1)), gridded([5000]))).toBe(false);
  });
});

const LIST = `${STEP}.sites`;
const rule = {
  name: "site",
  each: LIST,
  amount: `${LIST}.*.sum`,
  rate: 0.0011,
  minimum: 75,
  factors: [
    { name: "walls", answer: `${LIST}.*.walls`, values: { stone: 1, wood: 1.63 } },
    {
      name: "size",
      answer: `${LIST}.*.sum`,
      bands: [
        { up_to: 250_000, factor: 0.97 },
        { up_to: 9_000_000, factor: 1.29 },
      ],
    },
  ],
};

describe("a tariff with a price for each record", () => {
  let copy: ContentCopy;
  afterEach(() => copy.remove());

  /** A product whose first step asks for sites, priced by the changed rule. */
  function price(change: object = {}): void {
    copy = new ContentCopy(PRODUCT);
    const properties = {
      street: { type: "string", minLength: 1, maxLength: 40 },
      sum: { type: "integer", minimum: 1, maximum: 9_000_000 },
      walls: { type: "string", enum: ["stone", "wood"] },
      note: { type: "string", maxLength: 40 },
      back: { type: "integer", minimum: -5, maximum: 5 },
      covers: { type: "array", uniqueItems: true, items: { type: "string", enum: ["glass", "flood"] } },
    };
    const items = { type: "object", properties, required: ["street", "sum", "walls", "back"] };
    const keys = ["label", "item", ...Object.keys(properties).map((name) => `${name}.label`)];
    const options = ["walls.option.stone", "walls.option.wood", "covers.option.glass", "covers.option.flood"];
    ask(copy, {
      properties: { sites: { type: "array", minItems: 1, maxItems: 3, items } },
      ui: {},
      texts: Object.fromEntries([...keys, ...options].map((key) => [`field.sites.${key}`, key])),
      answers: {
        sites: [
          { street: "Kade 1", sum: 200_000, walls: "stone", back: 1 },
          { street: "Kade 2", sum: 300_000, walls: "wood", back: 1 },
        ],
      },
    });
    copy.change(`schemas/products/${PRODUCT}/tariff.json`, (tariff) => {
      tariff.per_item = [{ ...rule, ...change }];
    });
  }

  const GRID = "size;250.000;9000000\nstone;100;200,5\nwood;150;300";

  /** With the price of a site in a grid of walls by sum. */
  function priceByGrid(grid: string, change: object = {}): void {
    const { amount: _amount, rate: _rate, ...others } = rule;
    price();
    copy.write(`schemas/products/${PRODUCT}/sites.csv`, grid);
    copy.change(`schemas/products/${PRODUCT}/tariff.json`, (tariff) => {
      const by = {
        name: "size",
        answer: `${LIST}.*.walls`,
        by: `${LIST}.*.sum`,
        grid: { csv: "sites.csv" },
        ...change,
      };
      tariff.per_item = [{ ...others, price: by }];
    });
  }

  it("passes the check with its price in a grid", async () => {
    priceByGrid(GRID);
    expect(await findings()).toBe("");
  });

  it.each<[string, string, RegExp]>([
    [
      "a missing cell",
      GRID.replace(";300", ";"),
      /sites\.csv:3:10: error: row "wood", column "9000000": there is no number/,
    ],
    [
      "a row that is there twice",
      GRID.replace("wood", "stone"),
      /sites\.csv:3:1: error: the row "stone" is there twice/,
    ],
    [
      "a column that is there twice",
      GRID.replace("250.000", "9000000"),
      /sites\.csv:1:14: error: the column "9000000" is there twice/,
    ],
    [
      "a comma in the wrong place",
      GRID.replace("200,5", ",2005"),
      /sites\.csv:2:11: error: .*the comma in ",2005" is in the wrong place/,
    ],
    [
      "a comma too many",
      GRID.replace("200,5", "2,00,5"),
      /the comma in "2,00,5" is in the wrong place; write one comma/,
    ],
    ["a decimal point", GRID.replace("200,5", "200.5"), /"200\.5" has a decimal point; write a decimal comma: 200,5/],
    ["a word among the numbers", GRID.replace("150", "abc"), /column "250\.000": "abc" is not a number/],
    ["a cell too many", `${GRID};1`, /sites\.csv:3:1: error: row 3 has 4 cells, the first line has 3/],
    ["an English separator", GRID.replaceAll(";", ","), /sites\.csv:1:1: error: the cells are separated by ","/],
    ["no rows", "size;1", /sites\.csv:1:1: error: the grid has no rows or no columns/],
    [
      "a row for no choice",
      `${GRID}\nbrick;1;2`,
      /sites\.csv:4:1: error: \S+ row 4, column value: no answer can be brick/,
    ],
    ["a choice without a row", GRID.replace("\nwood;150;300", ""), /price\/grid: there is no factor for wood/],
    [
      "a last column that is too low",
      GRID.replace("9000000", "8000000"),
      /sites\.csv:1:14: error: \S+ row 1: no band covers 9000000/,
    ],
    [
      "columns in another order",
      GRID.replace("250.000;9000000", "9000000;250.000"),
      /sites\.csv:1:14: error: \S+ row 1: the bands are not in asc/,
    ],
    ["a fraction of a cent", GRID.replace("200,5", "200,555"), /200\.555 has more than two decimals/],
  ])("and a grid with %s is refused", async (_name, grid, sentence) => {
    priceByGrid(grid);
    expect(await findings()).toMatch(sentence);
  });

  it.each<[string, object, string]>([
    ["without a second answer", { by: undefined }, 'a grid is by two answers, and "grid" and "by" belong together'],
    ["by an answer that is not there", { by: `${LIST}.*.sun` }, `no step asks for "${LIST}.*.sun"`],
    ["by an answer that may stay empty", { by: `${LIST}.*.note` }, `${LIST}.*.note may stay empty`],
    ["beside bands", { bands: [{ up_to: 1, factor: 1 }] }, 'the price "size" has bands and grid'],
  ])("and a grid %s is refused", async (_name, change, sentence) => {
    priceByGrid(GRID, change);
    expect(await findings()).toContain(sentence);
  });

  it.each<[string, JsonObject, string]>([
    [
      "nothing that has a price",
      { main: undefined, per_item: undefined, factors: undefined },
      "nothing has a price; write",
    ],
    [
      "factors of a main price that is not there",
      { main: undefined },
      '"factors" works on the main price, and there is none',
    ],
  ])("is refused with %s", async (_name, change, sentence) => {
    price();
    copy.change(`schemas/products/${PRODUCT}/tariff.json`, (written) => Object.assign(written, change));
    copy.change(`schemas/products/${PRODUCT}/product.json`, ({ lists }) => {
      Object.assign(lists as JsonObject, { insured_amounts: { rules: [{ values: [100_000], default: 100_000 }] } });
    });
    expect(await findings()).toContain(sentence);
  });

  it("is refused with two sources of its price", async () => {
    price({ price: { name: "walls", answer: `${LIST}.*.walls`, values: { stone: 1, wood: 2 } } });
    expect(await findings()).toContain("a record is priced by amount, rate and price");
  });

  /** Without the journeys and amounts of the product, which were made without sites. */
  const findings = async () => (await copy.errors()).filter((line) => !line.startsWith("fixtures/")).join("\n");

  it("passes the check", async () => {
    price({
      factors: [...rule.factors, { name: "covers", answer: `${LIST}.*.covers`, each_of: { glass: 1.1, flood: 2 } }],
    });
    expect(await findings()).toBe("");
  });

  it.each<[string, object, string]>([
    ["a list that is none", { each: `${STEP}.turnover` }, `"${STEP}.turnover" is not a list of records`],
    ["an amount elsewhere", { amount: `${STEP}.others.*.sum` }, `is not a field of a record of ${LIST}`],
    ["an amount that is text", { amount: `${LIST}.*.street` }, `${LIST}.*.street is not a number, so it has no price`],
    ["an amount below 0", { amount: `${LIST}.*.back` }, `${LIST}.*.back may be below 0`],
    ["a list that is never empty", { optional: true }, `${LIST} is never empty; remove "optional"`],
    ["a fraction of a cent", { minimum: 75.005 }, "75.005 has more than two decimals"],
    [
      "a choice without a factor",
      { factors: [{ name: "walls", answer: `${LIST}.*.walls`, values: { stone: 1 } }] },
      "there is no factor for wood",
    ],
    [
      "a ticked choice without a factor",
      { factors: [{ name: "covers", answer: `${LIST}.*.covers`, each_of: { glass: 1.1 } }] },
      "there is no factor for flood",
    ],
    [
      "a factor of what is ticked over one choice",
      { factors: [{ name: "walls", answer: `${LIST}.*.walls`, each_of: { stone: 1, wood: 2 } }] },
      "the field takes one answer, and each_of multiplies several",
    ],
    [
      "one factor over several choices",
      { factors: [{ name: "covers", answer: `${LIST}.*.covers`, values: { glass: 1, flood: 1 }, empty: 1 }] },
      'the field takes several answers at once, and a factor is chosen by one; write "each_of"',
    ],
    [
      "a factor whose answer may stay empty",
      { factors: [{ name: "note", answer: `${LIST}.*.note`, values: { a: 1 } }] },
      `${LIST}.*.note may stay empty, and then no premium is computed`,
    ],
    [
      "bands that end too low",
      { factors: [{ name: "size", answer: `${LIST}.*.sum`, bands: [{ up_to: 10, factor: 1 }] }] },
      `no band covers 9000000, which ${LIST}.*.sum allows`,
    ],
  ])("with %s is refused", async (_name, change, sentence) => {
    price(change);
    expect(await findings()).toContain(sentence);
  });
});
