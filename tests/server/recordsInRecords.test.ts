// Drivers inside vehicles, as the server passes them on: to other systems and on paper. The reasons of a referral are in referralReasons.test.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { type ContractRow, findTables } from "#server/documents/recordTables.ts";
import { listKeys, nameByStandard } from "#server/handover/events.ts";
import { createProducts } from "#server/products/products.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { type AnswerFacts, answerSections, listWithTables } from "#server/requests/sending/content/answerSections.ts";
import { EXAMPLES, findJourney, root } from "../journeys/support/journey.ts";
import { dataDirectory } from "../support/model.ts";

const KEY = "wagenpark";
const folder = join(dataDirectory(), "products");
const products = createProducts(folder);
beforeAll(() => publish(join(root, "schemas"), folder, { examplesDir: EXAMPLES }));

const handover = JSON.parse(readFileSync(join(EXAMPLES, KEY, "handover.json"), "utf8")) as JsonObject;
const driver = (_id: string, name: string, birth_date = "1980-02-01") => {
  return { _id, name, birth_date, licence_since: "2023-01-01" };
};
const vehicle = (_id: string, plate: string, drivers: JsonObject[]): JsonObject => ({
  ...{ _id, plate, kind: "van", value: 28_000, first_registration: "2022-03-01", covers: ["casco"] },
  ...{ drivers, usual_driver: drivers.at(-1)?._id },
});
const fleet = () => [
  vehicle("a", "GB123X", [driver("x", "Anna"), driver("y", "Bo")]),
  { ...vehicle("b", "12BBB3", []), kind: "trailer" },
  vehicle("c", "OA12BB", [driver("x", "Cas")]),
];

async function ask(vehicles: JsonObject[]): Promise<AnswerFacts> {
  const product = (await products.current(KEY))!;
  const { steps } = findJourney(`${KEY}-newRequest-accepted-at-the-last-values`);
  const stored = steps.map(({ step, answers }): [string, { data: Answers; finished: boolean }] => [
    step,
    { data: step === "vehicles" ? { vehicles } : answers, finished: true },
  ]);
  const times = { today: "2026-11-20", day: "2026-12-01" };
  const evaluation = evaluate(product, new Map(stored), { ...times, language: "nl" });
  return { product, evaluation, language: "nl", fileNames: new Map() };
}

test("their values and keys are handed over as an array for each vehicle, empty where it has none", async () => {
  const { answers } = (await ask(fleet())).evaluation;
  const { standard } = nameByStandard(handover, { answers, case: {}, contract: {} });
  expect(standard).toMatchObject({
    "own.plate": ["GB123X", "12BBB3", "OA12BB"],
    "own.driverName": [["Anna", "Bo"], null, ["Cas"]],
    "own.usualDriver": ["y", null, "x"],
  });
  expect(listKeys(handover, answers, new Map()).keys).toMatchObject({
    "own.plate": ["a", "b", "c"],
    "own.driverName": [["x", "y"], null, ["x"]],
  });
});

test("the paper names each with its vehicle, in one part below the vehicles, and a choice among them by its title", async () => {
  const rows = answerSections(await ask(fleet())).flatMap((section) => section.rows);
  const named = rows.filter(([label]) => / – (Naam|Vaste bestuurder)$/.test(label));
  expect(named.map(([label, value, record]) => [label, value, record?.list, record?.place])).toEqual([
    ["GB-123-X · Bestelwagen – Vaste bestuurder", "Bo", "vehicles.vehicles", "vehicles.0"],
    ["OA-12-BB · Bestelwagen – Vaste bestuurder", "Cas", "vehicles.vehicles", "vehicles.2"],
    ["GB-123-X · Bestelwagen – Anna – Naam", "Anna", "vehicles.vehicles.drivers", "vehicles.0.drivers.0"],
    ["GB-123-X · Bestelwagen – Bo – Naam", "Bo", "vehicles.vehicles.drivers", "vehicles.0.drivers.1"],
    ["OA-12-BB · Bestelwagen – Cas – Naam", "Cas", "vehicles.vehicles.drivers", "vehicles.2.drivers.0"],
  ]);
});

test("a page gets a table of each list with several records, in the place of their rows", async () => {
  const { rows, tables } = listWithTables(await ask(fleet())).find(({ heading }) => heading === "Voertuigen")!;
  const [drivers, ...others] = tables;
  expect(others).toEqual([]);
  expect(drivers?.headings).toEqual(["", "Naam", "Geboortedatum", "Rijbewijs sinds"]);
  expect(drivers?.rows.map(([title, name]) => [title, name])).toEqual([
    ["GB-123-X · Bestelwagen – Anna", "Anna"],
    ["GB-123-X · Bestelwagen – Bo", "Bo"],
    ["OA-12-BB · Bestelwagen – Cas", "Cas"],
  ]);
  const replaced = rows.slice(drivers!.from, drivers!.from + drivers!.count).map(({ value }) => value);
  expect(replaced).toEqual(drivers!.rows.flatMap(([_title, ...cells]) => cells));
});

test("a page gets no table of records whose words are too many for its columns", () => {
  const rowsOf = (answer: string): ContractRow[] =>
    ["Anna", "Bo"].flatMap((name, index) =>
      ["Adres", "Werk"].map(
        (label): ContractRow => [`${name} – ${label}`, answer, { name, list: "a.b", place: String(index) }],
      ),
    );
  expect(findTables(rowsOf("Kade 1 te Zwolle"))).toHaveLength(1);
  expect(findTables(rowsOf("Kade 1 te Zwolle, ".repeat(4)))).toEqual([]);
  expect(findTables(rowsOf("x".repeat(40)))).toEqual([]);
});
