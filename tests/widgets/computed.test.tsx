// A computed field shows its value and what it follows from, follows each commit, and takes the focus from a link to its error.
import { expect, test } from "vitest";
import { byId, findError, openForm } from "./support.tsx";

const total = {
  schema: {
    type: "object",
    properties: {
      own: { type: "number", multipleOf: 0.01 },
      other: { type: "number", multipleOf: 0.01 },
      total: { type: "number", maximum: 1000, computed: { sum: [".own", ".other"] } },
    },
  },
  ui: {
    own: { "ui:widget": "currency" },
    other: { "ui:widget": "currency" },
    total: { "ui:widget": "computed", "ui:options": { format: "currency" } },
  },
  texts: { "step.own.label": "Eigen omzet", "step.other.label": "Overige omzet", "step.total.label": "Totaal" },
};
const shown = () => byId("step_total").textContent?.replace(/\s/g, " ");

test("shows the value of now as money, and which answers it follows from", async () => {
  const { session } = await openForm(total);
  await expect.poll(shown).toBe("Nog niet bekend");
  session.commitField(["own"], 0.1);
  session.commitField(["other"], 0.7);
  await expect.poll(shown).toBe("€ 0,80");
  const field = byId("step_total").closest("[data-field]");
  expect(field?.textContent).toContain("Berekend uit: Eigen omzet en Overige omzet.");
  expect(byId("step_total").tagName).toBe("OUTPUT");
  expect(field?.textContent).not.toContain("niet verplicht");
  session.commitField(["other"], undefined);
  await expect.poll(shown).toBe("Nog niet bekend");
});

test("shows its error, and the summary leads to it", async () => {
  const { session } = await openForm({ ...total, data: { own: 900, other: 200 } });
  await expect.poll(shown).toBe("€ 1.100");
  session.attempt();
  await expect.poll(() => findError("step_total")).toContain("1.000");
  byId("step_total").focus();
  expect(document.activeElement).toBe(byId("step_total"));
});

test("a sum of some records is shown beside the total of the list", async () => {
  const sum = ".cars.*.value";
  const items = { type: "object", properties: { value: { type: "number" } } };
  await openForm({
    schema: {
      type: "object",
      properties: {
        cars: { type: "array", maxItems: 3, items },
        total: { type: "number", computed: { sum } },
        dear: { type: "number", computed: { sum, where: { more: [".value", 10] } } },
      },
    },
    ui: {
      cars: { "ui:widget": "list", value: { "ui:widget": "number" } },
      total: { "ui:widget": "computed" },
      dear: { "ui:widget": "computed" },
    },
    data: { cars: [{ value: 4 }, { value: 20 }] },
  });
  await expect.poll(shown).toBe("24");
  expect(byId("step_dear").textContent).toBe("20");
});
