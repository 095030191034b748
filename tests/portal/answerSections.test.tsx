// The answers of a sent request: on a wide screen the records of a list are a table, on a telephone each answer is a row below the name
// of its record.
import { afterAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AnswerSections } from "#portal/AnswerSections.tsx";
import { inPortal } from "../wizard/support/screen.tsx";

const vehicle = (plate: string, kind: string, value: string) => [plate, kind, value, "Schade, Hulp onderweg"];
const vehicles = [vehicle("GB-123-X", "Bestelwagen", "€ 28.000"), vehicle("12-BBB-3", "Vrachtwagen", "€ 90.000")];
const headings = ["Kenteken", "Soort voertuig", "Waarde nu, zonder btw", "Dekkingen"];
const row = (label: string, value: string) => ({ label, value });
const section = {
  heading: "Voertuigen",
  rows: [
    row("Gebruik", "Eigen spullen"),
    ...vehicles.flatMap(([name = "", ...cells], place) =>
      cells.map((cell, index) => ({
        ...row(`${name} – ${headings[index + 1]}`, cell),
        record: { name, place: `vehicles.${place}` },
      })),
    ),
    row("Waarde van alle voertuigen", "€ 118.000"),
  ],
  tables: [{ from: 1, count: 6, headings, rows: vehicles }],
};

afterAll(() => page.viewport(1280, 900));

const show = async (width: number) => {
  await page.viewport(width, 900);
  await render(inPortal("nl", <AnswerSections sections={[section]} />));
  await expect.element(page.getByText("€ 118.000")).toBeVisible();
  return Array.from(document.querySelectorAll("dt, tr, h3"), (line) => line.textContent);
};

test("a list of records is a table in the place of its rows where there is room", async () => {
  expect(await show(1440)).toEqual([
    "Gebruik",
    headings.join(""),
    ...vehicles.map((cells) => cells.join("")),
    "Waarde van alle voertuigen",
  ]);
  await expect.element(page.getByRole("rowheader", { name: "GB-123-X" })).toBeVisible();
});

test("each answer is a row below the name of its record on a telephone", async () => {
  const below = vehicles.flatMap(([name]) => [name, ...headings.slice(1)]);
  expect(await show(390)).toEqual(["Gebruik", ...below, "Waarde van alle voertuigen"]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
