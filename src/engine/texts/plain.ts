// Plain content: a text, a picture or a document between the fields of a form. The layout lists it in the order of the fields. It is
// not an answer, so contracts, drafts and papers never see it (decisions 166).
import type { PlainContent, UiSchema } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";

type Change = (content: PlainContent) => PlainContent | null;

const isPlain = (entry: unknown): entry is PlainContent => isObject(entry);

export const plainIn = (order: unknown): PlainContent[] => (Array.isArray(order) ? order.filter(isPlain) : []);

const inOrder = (order: unknown, change: Change): unknown =>
  Array.isArray(order) ? order.flatMap((entry) => (isPlain(entry) ? (change(entry) ?? []) : [entry])) : order;

/** Returns the members of a layout that hold its plain content, each replaced. Null removes one. Groups inside are not changed. */
export function changePlain(ui: UiSchema, change: Change): UiSchema {
  const order = ui["ui:order"];
  const { sections } = ui["ui:options"] ?? {};
  return {
    ...(order && { "ui:order": inOrder(order, change) as typeof order }),
    ...(Array.isArray(sections) && {
      "ui:options": {
        ...ui["ui:options"],
        sections: sections.map((section) => ({ ...section, fields: inOrder(section.fields, change) })),
      },
    }),
  };
}
