// A warning under its field: shown with a box to tick, asked for at Next, kept with the values that were confirmed.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { byId, type FormCase, openForm, wait } from "./support.tsx";

const WARNING = "step__confirmed_mostly_home";
const TEXT = "Dit klopt niet met uw andere antwoorden";
const form: Pick<FormCase, "schema" | "ui" | "texts"> = {
  schema: {
    type: "object",
    properties: {
      total: { type: "number" },
      abroad: {
        type: "number",
        rules: { mostly_home: { atMost: [".abroad", { divide: [".total", 2] }], level: "warning" } },
      },
    },
    required: ["total", "abroad"],
  },
  ui: {
    total: { "ui:widget": "currency" },
    abroad: { "ui:widget": "currency" },
  },
  texts: { "step.total.label": "Omzet", "step.abroad.label": "Buitenland" },
};
const box = () => document.getElementById(WARNING) as HTMLInputElement | null;

test("is shown when the field is left, and its box keeps the values of now", async () => {
  const { session } = await openForm({ ...form, data: { total: 100 } });
  await userEvent.type(byId("step_abroad"), "60");
  await wait(100);
  expect(box()).toBeNull();
  await userEvent.tab();
  await expect.poll(box).not.toBeNull();
  expect(byId(`${WARNING}__warning`).textContent).toBe(TEXT);
  await userEvent.click(byId(WARNING));
  expect(session.given()._confirmed).toEqual({ mostly_home: [60, 100] });
  await expect.poll(() => box()?.checked).toBe(true);
  await userEvent.click(byId(WARNING));
  await expect.poll(() => box()?.checked).toBe(false);
  expect(session.valid).toBe(false);
});

test("Next brings the focus to the box, and the space bar confirms", async () => {
  const { next, session } = await openForm({ ...form, data: { total: 100, abroad: 60 } });
  expect(box()).toBeNull();
  await next();
  await expect.poll(() => document.activeElement?.id).toBe(WARNING);
  await userEvent.keyboard(" ");
  await expect.poll(() => box()?.checked).toBe(true);
  expect(session.attempt()).toEqual([]);
});

test("is asked again when an answer that it reads changes, and goes when it is true", async () => {
  const { session } = await openForm({
    ...form,
    data: { total: 100, abroad: 60, _confirmed: { mostly_home: [60, 100] } },
  });
  await expect.poll(() => box()?.checked).toBe(true);
  session.commitField(["total"], 90);
  await expect.poll(() => box()?.checked).toBe(false);
  session.commitField(["total"], 200);
  await expect.poll(box).toBeNull();
});

test("is listed in the summary under the name of its field", async () => {
  const { next, container } = await openForm({ ...form, data: { total: 100, abroad: 60 } });
  await next();
  const link = () => container.querySelector(`a[href="#${WARNING}"]`)?.textContent;
  await expect.poll(link).toContain("Buitenland");
});

test("the heading of the summary asks for the confirmation where nothing else is wrong", async () => {
  const { next, session, container } = await openForm({ ...form, data: { total: 100 } });
  const heading = () => container.querySelector("h3")?.textContent;
  await next();
  await expect.poll(heading).toMatch(/^De stap is niet opgeslagen/);
  session.commitField(["abroad"], 60);
  await next();
  await expect.poll(heading).toBe("Vink aan dat uw antwoord klopt, of pas het aan.");
});
