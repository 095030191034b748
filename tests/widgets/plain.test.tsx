// Texts, pictures and documents between fields: read in their place, no field to a screen reader, and shown by answers beside them.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { UiSchema } from "#engine/schema/schema.ts";
import { byId, openForm } from "./support.tsx";

const PICTURE =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDMiLz4=";
const texts = {
  "plain.lead": "Lees dit eerst.\n- een punt\n- nog een punt\nEn dit daarna.",
  "plain.title": "Vooraf",
  "plain.steel": "Staal roest.",
  "plain.alt": "Drie daken",
  "plain.terms": "Polisvoorwaarden",
};
const steel = { is: [".kind", "steel"] };
const kind = { type: "string", enum: ["steel", "wood"] };
const kindUi = { "ui:widget": "radio", "ui:options": { title: "Soort" } };
const name = { "ui:widget": "text", "ui:options": { title: "Naam" } };
const picture = { picture: PICTURE, alt: "plain.alt", width: 660, height: 220 };

const open = (ui: UiSchema, data = {}) => {
  const group = { type: "object", properties: { name: { type: "string", maxLength: 9 }, kind } };
  return openForm({
    schema: {
      type: "object",
      properties: { name: { type: "string", minLength: 1, maxLength: 9 }, kind, contact: group },
      required: ["name"],
    },
    ui: {
      name,
      kind: kindUi,
      contact: { "ui:field": "group", "ui:options": { title: "Contact" }, name, kind: kindUi },
      ...ui,
    },
    data,
    texts,
  });
};

const sections = (...fields: unknown[]): UiSchema => ({ "ui:options": { sections: [{ title: "Blok", fields }] } });
const order = (...entries: unknown[]) => ({ "ui:order": [...entries, "*"] as UiSchema["ui:order"] });
const tagsOf = (element: Element | null | undefined) => [...(element?.children ?? [])].map(({ tagName }) => tagName);
const paragraph = (text: string) => page.getByText(text, { exact: true }).query();
/** The first is before the second in the order in which a page is read. */
const isBefore = (first: Node | null, second: Node | null) =>
  Boolean(first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);

test.each([
  ["in a section", sections("name", { text: "plain.lead", title: "plain.title" }, "kind", "contact")],
  ["in the order of the fields", order("name", { text: "plain.lead", title: "plain.title" })],
])("a text is between its fields %s: a heading, paragraphs and a list", async (_where, ui) => {
  await open(ui);
  const title = paragraph("Vooraf");
  expect(tagsOf(title?.parentElement)).toEqual(["STRONG", "P", "UL", "P"]);
  expect(tagsOf(title?.parentElement?.querySelector("ul"))).toEqual(["LI", "LI"]);
  expect([isBefore(byId("step_name"), title), isBefore(title, byId("step_kind"))]).toEqual([true, true]);
});

test("a text appears for its answer alone, and is in no error and in no answer", async () => {
  const { session, next } = await open(order({ text: "plain.steel", when: steel }));
  expect(paragraph("Staal roest.")).toBeNull();
  await userEvent.click(byId("step_kind").querySelector("input")!);
  await expect.poll(() => paragraph("Staal roest.")).not.toBeNull();
  await next();
  const alert = document.querySelector("[tabindex='-1'] ul, [role='alert']");
  expect(alert?.textContent).not.toContain("Staal");
  expect(session.data()).toEqual({ kind: "steel" });
  await userEvent.click(byId("step_kind").querySelectorAll("input")[1]!);
  await expect.poll(() => paragraph("Staal roest.")).toBeNull();
});

test("in a group the answers of the group decide", async () => {
  const layout = { "ui:field": "group", "ui:options": { title: "Contact" }, name, kind: kindUi };
  const group = { ...layout, ...order("name", { text: "plain.steel", when: steel }) };
  await open({ contact: group }, { kind: "steel" });
  expect(paragraph("Staal roest.")).toBeNull();
  await userEvent.click(byId("step_contact_kind").querySelector("input")!);
  await expect.poll(() => paragraph("Staal roest.")).not.toBeNull();
  expect(byId("step_contact").contains(paragraph("Staal roest."))).toBe(true);
});

test("a section without fields to show has no text either", async () => {
  const hidden = { kind: { "ui:widget": "hidden" } };
  await open({ ...hidden, ...sections({ text: "plain.steel" }, "kind") });
  expect(paragraph("Staal roest.")).toBeNull();
});

test("Tab goes from field to field, and to the link of a document", async () => {
  const document_ = { document: "/products/terms.pdf", title: "plain.terms", size: 28_000, languages: ["nl", "fr"] };
  await open(order("name", picture, { text: "plain.lead" }, document_));
  byId("step_name").focus();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe(
    "Polisvoorwaarden (PDF, Nederlands, Frans, 28 kB) (opent in een nieuw venster)",
  );
  expect(document.activeElement?.getAttribute("target")).toBe("_blank");
});

test.each([320, 390, 1440])("a picture keeps its space on a screen %s wide before it arrives", async (width) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 900));
  await open(order({ ...picture, picture: "data:image/png;base64,never" }));
  const image = page.getByAltText("Drie daken").element() as HTMLImageElement;
  const { width: shown, height } = image.getBoundingClientRect();
  expect(shown).toBeLessThanOrEqual(Math.min(width, 662));
  expect(shown / height).toBeCloseTo(3, 0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
