// A named group of fields in a form: its name, its own errors with links, its answers under one name.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { byId, findError, openForm } from "./support.tsx";

const open = (data = {}, meta = {}) =>
  openForm({
    schema: {
      type: "object",
      properties: {
        before: { type: "string" },
        contact: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 1, maxLength: 40 },
            phone: { type: "string", format: "phone" },
            reachable: { type: "boolean" },
          },
          required: ["name", "phone"],
          allOf: [
            {
              if: { properties: { reachable: { const: true } }, required: ["reachable"] },
              // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
              then: { properties: { hours: { type: "string", minLength: 1, maxLength: 20 } }, required: ["hours"] },
            },
          ],
        },
      },
      required: ["contact"],
    },
    ui: {
      before: { "ui:widget": "text" },
      contact: {
        "ui:field": "group",
        "ui:options": { title: "Contactpersoon", help: "Bij vragen" },
        name: { "ui:widget": "text", "ui:options": { title: "Naam" } },
        phone: { "ui:widget": "text", "ui:options": { title: "Telefoon" } },
        reachable: { "ui:widget": "yes-no", "ui:options": { title: "Ook 's avonds?" } },
        hours: { "ui:widget": "text", "ui:options": { title: "Tijden" } },
      },
    },
    data,
    meta,
  });

test("a group is named, and its answers are members of one answer", async () => {
  const { session } = await open();
  const group = byId<HTMLFieldSetElement>("step_contact");
  expect(group.tagName).toBe("FIELDSET");
  expect(group.querySelector("legend")?.textContent).toBe("Contactpersoon");
  expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Bij vragen");
  await userEvent.fill(byId("step_contact_name"), "Jan");
  await userEvent.fill(byId("step_contact_phone"), "06 12345678");
  await userEvent.tab();
  expect(session.data()).toEqual({ contact: { name: "Jan", phone: "+31612345678" } });
  await expect.poll(() => byId<HTMLInputElement>("step_contact_phone").value).toBe("+31 6 12345678");
  expect(session.valid).toBe(true);
});

test("an error is at its own field in the group, and an answer shows further fields there", async () => {
  const { session } = await open();
  expect(session.attempt().map(({ pointer }) => pointer)).toEqual(["/contact/name", "/contact/phone"]);
  await expect.poll(() => findError("step_contact_phone")).toBe("Dit veld is verplicht");
  await userEvent.click(byId("step_contact_reachable").querySelector("input")!);
  await expect.poll(() => document.getElementById("step_contact_hours")).not.toBeNull();
  expect(session.validate().map(({ pointer }) => pointer)).toContain("/contact/hours");
});

test("a locked field in a group keeps its value", async () => {
  const { session } = await open({ contact: { name: "Jan" } }, { disabled: ["contact.name"] });
  expect(byId<HTMLInputElement>("step_contact_name").readOnly).toBe(true);
  expect(session.data()).toEqual({ contact: { name: "Jan" } });
});

test.each([320, 1440])("a group fits a screen %s wide", async (width) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 900));
  await open();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
