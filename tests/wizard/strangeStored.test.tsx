// Stored answers of a shape or kind that no control gives, as another back end or an old release may have them: the wizard opens with
// them, each of its steps is drawn, and so is the page of all answers. What cannot be an answer is shown as not answered.
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { withoutMisplaced } from "#engine/answers/misplaced.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers } from "#engine/schema/types.ts";
import { openForm, professionPairs } from "../widgets/support.tsx";
import { answers } from "./support/answers.ts";
import { showWizard } from "./support/screen.tsx";

afterEach(() => vi.restoreAllMocks());

const STRANGE: unknown[] = [null, [null], { a: null }, [], "x", "", -1, 1e21, true, [["a"], "b"]];
const SEED = 9;
const samples = (count: number) => fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: count, seed: SEED });

type Body = { data: Record<string, Record<string, unknown>> };

/** What is stored at each field of each step is this value, and every step counts as completed. */
function store(value: unknown): void {
  const { fetch } = globalThis;
  const change: [RegExp, (body: Body) => void][] = [
    [
      /steps\/forms/,
      ({ data }) => {
        for (const [step, form] of Object.entries(data)) {
          const names = [
            ...Object.keys(form.data as object),
            ...Object.keys(Object(answers[step as keyof typeof answers])),
          ];
          form.data = Object.fromEntries(names.map((name) => [name, value]));
        }
      },
    ],
    [
      /steps\/progress/,
      ({ data }) => {
        for (const step of Object.values(data)) Object.assign(step, { active: true, completed: true });
      },
    ],
  ];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    const answered = await fetch(address, init);
    const [, apply] = change.find(([pattern]) => pattern.test(String(address))) ?? [];
    if (!apply) return answered;
    const body = (await answered.json()) as Body;
    apply(body);
    return Response.json(body);
  });
}

const heads = () => [...document.querySelectorAll<HTMLButtonElement>("main h2 button[aria-expanded]")];
/** Whether an open step has content. That of the explanation comes and goes with what the premium call finds in the answers. */
const isDrawn = (head: HTMLButtonElement | undefined) =>
  head === undefined || document.getElementById(head.getAttribute("aria-controls") ?? "")?.textContent;

test.each([...STRANGE, ...samples(4)].map((value) => [JSON.stringify(value), value]))(
  "the wizard opens with %s at every field, step by step",
  async (_written, value) => {
    store(value);
    const { unmount } = await showWizard();
    await expect.poll(() => heads().some(isDrawn), { timeout: 20_000 }).toBe(true);
    for (const index of heads().keys()) {
      if (!isDrawn(heads()[index])) heads()[index]?.click();
      await expect.poll(() => isDrawn(heads()[index]), { message: `step ${index + 1}` }).toBeTruthy();
    }
    expect(heads().length).toBeGreaterThan(3);
    await unmount();
    await showWizard({ address: "/wizard?check" });
    await expect.poll(() => document.querySelectorAll("main h2").length, { timeout: 20_000 }).toBeGreaterThan(3);
  },
);

const record: Schema = { type: "object", properties: { name: { type: "string" }, sum: { type: "number" } } };
const code: Schema = { type: "string", enum: ["a", "b"] };

/** A field of each kind, with its control. */
const FIELDS: Record<string, [Schema, UiSchema]> = {
  text: [{ type: "string" }, { "ui:widget": "text" }],
  lines: [{ type: "string" }, { "ui:widget": "textarea" }],
  whole: [{ type: "integer" }, { "ui:widget": "number" }],
  amount: [{ type: "number" }, { "ui:widget": "currency" }],
  share: [{ type: "number" }, { "ui:widget": "percentage" }],
  day: [{ type: "string", format: "date" }, { "ui:widget": "date" }],
  phone: [{ type: "string", format: "phone" }, { "ui:widget": "text" }],
  plate: [{ type: "string", format: "nl-licence-plate" }, { "ui:widget": "text" }],
  choice: [code, { "ui:widget": "radio" }],
  list: [code, { "ui:widget": "select" }],
  yes: [{ type: "boolean" }, { "ui:widget": "yes-no" }],
  agreed: [{ type: "boolean" }, { "ui:widget": "checkbox" }],
  several: [{ type: "array", items: code, uniqueItems: true }, { "ui:widget": "checkboxes" }],
  professions: [professionPairs, { "ui:field": "profession-pair", "ui:options": { sector: "choice" } }],
  group: [record, { name: { "ui:widget": "text" }, sum: { "ui:widget": "currency" } }],
  records: [
    { type: "array", items: record },
    { "ui:widget": "list", name: { "ui:widget": "text" }, sum: { "ui:widget": "currency" } } as UiSchema,
  ],
};
const schema = {
  type: "object",
  properties: Object.fromEntries(Object.entries(FIELDS).map(([name, [each]]) => [name, each])),
} as Schema;
const ui = Object.fromEntries(Object.entries(FIELDS).map(([name, [, layout]]) => [name, layout])) as UiSchema;

describe("a form with each kind of field", () => {
  test("is drawn whatever is stored at one, and its errors are found", async () => {
    for (const [index, value] of [...STRANGE, ...samples(12)].entries()) {
      const around = index % 2 ? [{ _id: "r", name: value, sum: value }, value] : value;
      const stored = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, around]));
      const data = withoutMisplaced(schema, stored as Answers);
      const form = await openForm({ schema, ui, data });
      const written = JSON.stringify(around);
      await expect
        .poll(() => form.container.querySelectorAll("[data-field]").length, { message: written })
        .toBeGreaterThan(12);
      await form.next();
      expect(form.container.querySelector("main"), written).not.toBeNull();
      await form.unmount();
    }
  });
});
