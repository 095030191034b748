// Tariffs by date: a request is priced by the tariff valid on its first day of cover, of the release on offer where that prices
// what the request's contract asks, else of its own release. Amounts are worked out by hand, to the cent.
import { beforeAll, describe, expect, test } from "vitest";
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import { choosePrices, type Factor, fits, type Pricing, type Tariff } from "#underwriting/tariff.ts";
import type { ContentCopy } from "../content/support/content.ts";
import { OFFICE, serveChanged } from "../support/changedProduct.ts";
import type { Client, TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, findFreeRelations, type Opened, open, PRODUCT, send } from "../support/wizard.ts";
import { forms } from "./wizard/asked.ts";

const TARIFF = `schemas/products/${PRODUCT}/tariff.json`;
const JANUARY = `schemas/products/${PRODUCT}/tariff.2027-01-01.json`;
type Options = { options: { value: string; price: number }[] };

const portal = serveChanged();
let server: TestServer;
let vera: Client;
let copy: ContentCopy;
beforeAll(() => {
  ({ server, vera, copy } = portal);
});

/** Of cover 102, which every request here chooses: 325 as shipped. */
function setPrice(file: string, price: number): void {
  copy.change(file, ({ main }) => {
    for (const option of (main as Options).options) if (option.value === "102") option.price = price;
  });
}
const publishIt = () => portal.publish();

const priceOf = async ({ base }: Opened, day?: string) => {
  const body = day === undefined ? {} : { request: { effective_date: toEpochSeconds(day) } };
  return (await vera.ok<PremiumAnswer>("POST", `${base}/premium`, { body })).premium;
};
const totals = async (opened: Opened) => [
  (await priceOf(opened)).total_amount,
  (await priceOf(opened, "2026-12-31")).total_amount,
  (await priceOf(opened, "2027-01-01")).total_amount,
];
const quote = async (opened: Opened, day: string) => {
  const answer = await send(vera, opened, "quotation", { body: { ...BLOCK, effective_date: toEpochSeconds(day) } });
  return answer.json().summary?.total_amount;
};

/** (325 + 20 % + 70) x 1.03 / 4 = 118.45, tax 24.87. With 365: 130.81 and 27.47. With 345: 124.63 and 26.17. */
const AS_SHIPPED = 143.32;
const FROM_JANUARY = 158.28;
const DEARER = 150.8;
/** With 399 for the cover: 141.32, tax 29.68. */
const RENAMED = 171;

test("a price counts from its day, on the screen as in what is sent; a newer tariff counts for an open request too", async () => {
  copy.write(JANUARY, copy.read(TARIFF));
  setPrice(JANUARY, 365);
  await publishIt();
  const [first, second, third] = [
    await open(vera, OFFICE, 300101),
    await open(vera, OFFICE, 300108),
    await open(vera, OFFICE, 300115),
  ];
  for (const opened of [first, second, third]) await fill(vera, opened);
  expect(await totals(first)).toEqual([AS_SHIPPED, AS_SHIPPED, FROM_JANUARY]);
  expect((await priceOf(first)).tariff_days).toEqual(["2027-01-01"]);
  expect(await quote(first, "2027-01-01")).toBe(FROM_JANUARY);

  setPrice(TARIFF, 345);
  await publishIt();
  expect((await open(vera, OFFICE, 300108)).exists.product_version, "its contract stays").toBe(
    second.exists.product_version,
  );
  expect(await totals(second)).toEqual([DEARER, DEARER, FROM_JANUARY]);
  await fill(vera, second);
  expect(await quote(second, "2026-12-31")).toBe(DEARER);

  copy.change(TARIFF, ({ main }) => {
    const { options } = main as Options;
    (main as Options).options = options.filter(({ value }) => value !== "101");
  });
  await publishIt();
  expect(await totals(third), "one that lacks a choice of its contract").toEqual([
    AS_SHIPPED,
    AS_SHIPPED,
    FROM_JANUARY,
  ]);
});

test("a field that gets another name is the same answer of an open request and of a copied quotation", async () => {
  await publishIt();
  const relations = await findFreeRelations(server, OFFICE);
  const [priced, sent] = [await open(vera, OFFICE, relations.at(-1)), await open(vera, OFFICE, relations.at(-2))];
  for (const opened of [priced, sent]) await fill(vera, opened);
  const { number: quotation } = (await send(vera, sent, "quotation")).json();

  const plan = planRename(new ContentIndex(copy.schemas, copy.fixtures), {
    product: PRODUCT,
    step: "general-data",
    field: "revenue",
    to: "sales",
  });
  if (typeof plan === "string") throw new Error(plan);
  applyRename(plan);
  setPrice(TARIFF, 399);
  await publishIt();

  const [today] = await totals(priced);
  expect(today, "an open request keeps its form and has the new tariff").toBe(RENAMED);
  await vera.ok("POST", `${sent.base}/wizard/copy`, { body: { quotation: Number(quotation) } });
  const { data } = (await forms(vera, sent.base)).data["general-data"]!;
  const { revenue, ...others } = ANSWERS["general-data"]!;
  expect(data, "a copy has today's form").toMatchObject({ ...others, sales: revenue });
});

describe("which tariff prices a request", () => {
  const tariff = (price: number, more: Partial<Tariff> = {}): Tariff => ({
    product_code: { default: "X" },
    main: { answer: "a.cover", list: "insured_amounts", options: [{ value: 1, insured_amount: 1, price }] },
    factors: [
      { name: "risk", answer: "a.risk", values: { low: 1, high: 2 } },
      { name: "size", answer: "a.size", bands: [{ up_to: 10, factor: 1 }] },
    ],
    tax: { rate: "insurance_tax", date: "effective_date" },
    ...more,
  });
  const pricing = (current: Tariff, ...later: [from: string, tariff: Tariff][]): Pricing => ({
    tariff: current as unknown as JsonObject,
    tariffs: later.map(([from, other]) => ({ from, tariff: other as unknown as JsonObject })),
    rates: {},
  });
  const ownPricing = pricing(tariff(1), ["2027-01-01", tariff(2)], ["2027-07-01", tariff(3)]);
  const other = tariff(9, { factors: [] });

  test.each([
    ["2026-12-31", ownPricing, undefined, [1, "tariff"]],
    ["2027-01-01", ownPricing, undefined, [2, "tariff.2027-01-01"]],
    ["2027-06-30", ownPricing, undefined, [2, "tariff.2027-01-01"]],
    ["2028-01-01", ownPricing, undefined, [3, "tariff.2027-07-01"]],
    ["2026-12-31", ownPricing, pricing(tariff(5)), [5, "tariff"]],
    ["2027-01-01", ownPricing, pricing(tariff(5)), [5, "tariff"]],
    ["2027-01-01", ownPricing, pricing(other), [2, "tariff.2027-01-01"]],
    ["2027-01-01", ownPricing, pricing(tariff(5), ["2027-01-01", other]), [2, "tariff.2027-01-01"]],
    ["2026-12-31", ownPricing, pricing(tariff(5), ["2027-01-01", other]), [5, "tariff"]],
  ])("on %s", (day, mine, newest, expected) => {
    const chosen = choosePrices(mine, newest, day);
    expect([chosen.tariff.main!.options[0]?.price, chosen.file]).toEqual(expected);
  });

  const [risk, size] = tariff(1).factors as [Factor, Factor];
  const main = tariff(1).main!;
  test.each<[string, Partial<Tariff>, boolean]>([
    ["other amounts", { factors: [{ ...risk, values: { low: 3, high: 4 } }, size] }, true],
    [
      "one more choice",
      { main: { ...main, options: [...main.options, { value: 2, insured_amount: 2, price: 2 }] } },
      true,
    ],
    ["one more value of a factor", { factors: [{ ...risk, values: { low: 1, high: 2, none: 0 } }, size] }, true],
    ["a higher band", { factors: [risk, { ...size, bands: [{ up_to: 20, factor: 1 }] }] }, true],
    ["a choice less", { main: { ...main, options: [] } }, false],
    ["a value less", { factors: [{ ...risk, values: { low: 1 } }, size] }, false],
    ["a lower band", { factors: [risk, { ...size, bands: [{ up_to: 9, factor: 1 }] }] }, false],
    ["another answer", { factors: [{ ...risk, answer: "a.other" }, size] }, false],
    ["a cover more", { additional: [{ value: "305", answer: "a.more", price: 1 }] }, false],
    ["a list of another name", { main: { ...main, list: "all_main_coverages" } }, false],
    ["instalments", { instalments: { answer: "a.terms", default_months: 3, rate: "x" } }, false],
  ])("one with %s", (_what, more, fitting) => {
    expect(fits(tariff(5, more), tariff(1))).toBe(fitting);
  });
});
