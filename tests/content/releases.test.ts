// Releases by date: what is on offer on which day, who made it, and the content that it was made of.
import { readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishRelease } from "#content/publish/publish.ts";
import {
  listReleases,
  offeredOn,
  type ReleaseAction,
  readLog,
  readSources,
  refuseRelease,
  rollBack,
  withdraw,
  writeLog,
} from "#content/publish/releases.ts";
import { ContentCopy } from "./support/content.ts";

let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy("cyber").writeOut();
});
afterEach(() => copy.remove());

const TARIFF = "schemas/products/cyber/tariff.json";
const morningOf = (day: string) => new Date(`${day}T09:00:00Z`);

function setPrice(price: number): void {
  copy.change(TARIFF, ({ main }) => {
    (main as { options: { price: number }[] }).options[0]!.price = price;
  });
}

const publishOn = async (day: string, options: { from?: string; name?: string; author?: string; note?: string } = {}) =>
  (await publishRelease(copy.schemas, copy.out, { at: morningOf(day), ...options })).release;

const table = (day: string) =>
  listReleases(copy.out, day).map(({ name, state, first, last }) => [name, state, first, last].filter(Boolean));
const offered = (day: string) => offeredOn(readLog(copy.out), day)?.name;

it("is on offer from its first day until the next one's, with name, author and note", async () => {
  setPrice(101);
  expect(await publishOn("2026-11-02", { author: "Anna", note: "first" })).toEqual({
    name: "2026-11-02-1",
    made: true,
  });
  setPrice(102);
  expect(await publishOn("2026-11-20", { name: "new-year", from: "2027-01-01" })).toMatchObject({ made: true });
  setPrice(103);
  expect(await publishOn("2026-11-20")).toEqual({ name: "2026-11-20-1", made: true });

  expect(table("2026-11-20")).toEqual([
    ["2026-11-02-1", "over", "2026-11-02", "2026-11-19"],
    ["new-year", "prepared", "2027-01-01"],
    ["2026-11-20-1", "on offer", "2026-11-20"],
  ]);
  expect(offered("2026-12-31")).toBe("2026-11-20-1");
  expect(offered("2027-01-01")).toBe("new-year");
  expect(table("2027-01-01").slice(1)).toEqual([
    ["new-year", "on offer", "2027-01-01"],
    ["2026-11-20-1", "over", "2026-11-20", "2026-12-31"],
  ]);
  expect(listReleases(copy.out)[0]).toMatchObject({ author: "Anna", note: "first", made: "2026-11-02T09:00:00.000Z" });
});

it("is not made of content that is on offer on that day already", async () => {
  const first = await publishOn("2026-11-02");
  expect(await publishOn("2026-11-03")).toEqual({ name: first?.name, made: false });
  expect(await publishOn("2026-11-03", { from: "2027-01-01" })).toEqual({ name: first?.name, made: false });
  expect(listReleases(copy.out)).toHaveLength(1);
});

it("keeps the text of every file of the content and its fixtures", async () => {
  setPrice(101);
  const before = readFileSync(copy.path(TARIFF), "utf8");
  await publishOn("2026-11-02", { name: "one" });
  setPrice(102);
  await publishOn("2026-11-03", { name: "two" });
  const [first, second] = ["one", "two"].map((name) => readSources(copy.out, name));
  expect(first?.[TARIFF]).toBe(before);
  expect(second?.[TARIFF]).toBe(readFileSync(copy.path(TARIFF), "utf8"));
  expect(Object.keys(first ?? {}).filter((path) => first?.[path] !== second?.[path])).toEqual([TARIFF]);
  expect(first).toHaveProperty("fixtures/portfolio/relations.json");
  expect(readSources(copy.out, "none")).toBeUndefined();
});

it("goes back to the release before, or to any by its name, and takes back what is prepared", async () => {
  const names = ["one", "two", "three"];
  for (const [index, name] of names.entries()) {
    setPrice(101 + index);
    await publishOn(`2026-11-0${index + 1}`, { name });
  }
  setPrice(110);
  await publishOn("2026-11-03", { name: "january", from: "2027-01-01" });
  const act = (day: string) => ({ author: "Olga", note: "", at: morningOf(day) });
  const add = (action: ReleaseAction) => writeLog(copy.out, [...readLog(copy.out), action]);
  const back = (day: string, to?: string) => add(rollBack(readLog(copy.out), to, act(day)));

  back("2026-11-05");
  expect([offered("2026-11-05"), offered("2026-12-31"), offered("2027-01-01")]).toEqual(["two", "two", "january"]);
  back("2026-11-06");
  expect(offered("2026-11-06")).toBe("one");
  expect(() => back("2026-11-06")).toThrow("no release before the one on offer");
  expect(() => back("2026-11-06", "one")).toThrow("on offer already");
  for (const name of ["january", "none"]) expect(() => back("2026-11-06", name)).toThrow("was ever on offer");
  expect(() => back("2026-11-04", "three")).toThrow("says it is 2026-11-04, and one went on offer on 2026-11-06");
  back("2026-11-07", "three");
  expect(table("2026-11-07")).toEqual([
    ["one", "over", "2026-11-01", "2026-11-06"],
    ["two", "over", "2026-11-02", "2026-11-05"],
    ["three", "on offer", "2026-11-03"],
    ["january", "prepared", "2027-01-01"],
  ]);

  expect(() => withdraw(readLog(copy.out), "three", act("2026-11-07"))).toThrow("that is prepared: january.");
  add(withdraw(readLog(copy.out), "january", act("2026-11-07")));
  expect(offered("2027-01-01")).toBe("three");
  expect(table("2027-01-01").at(-1)).toEqual(["january", "withdrawn", "2027-01-01"]);
});

it("has a folder of before releases had names go on", async () => {
  setPrice(101);
  await publishOn("2026-11-02");
  const { products } = offeredOn(readLog(copy.out), "2026-11-02")?.offer ?? {};
  rmSync(join(copy.out, "releases.json"));
  utimesSync(join(copy.out, "public", "index.json"), morningOf("2026-11-02"), morningOf("2026-11-02"));
  setPrice(102);
  await publishOn("2026-11-23", { name: "next" });
  expect(table("2026-11-23")).toEqual([
    ["before", "over", "2026-11-02", "2026-11-22"],
    ["next", "on offer", "2026-11-23"],
  ]);
  expect(listReleases(copy.out)[0]?.offer.products).toEqual(products);
  expect(readSources(copy.out, "before")).toBeUndefined();
});

it.each([
  [{ name: "two words" }, "is not a name"],
  [{ name: "one" }, 'There is a release "one" already'],
  [{ from: "1 January" }, "is not a day"],
  [{ from: "2027-02-29" }, "is not a day"],
  [{ from: "2026-11-01" }, "has been"],
  [{ name: "two", from: "2026-11-02" }, undefined],
])("says why a release cannot be made: %o", async (wanted, sentence) => {
  await publishOn("2026-11-02", { name: "one" });
  const refused = refuseRelease(readLog(copy.out), wanted, "2026-11-02");
  expect(refused).toEqual(sentence && expect.stringContaining(sentence));
});

it("makes no release where the clock is days behind", async () => {
  await publishOn("2026-11-02", { name: "one" });
  expect(refuseRelease(readLog(copy.out), { name: "two" }, "2026-11-01")).toContain("set its clock right");
});
