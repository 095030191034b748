// The plain content of layouts: texts, pictures and documents between fields, with their places.

import type { PlainContent, UiSchema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { changePlain, plainIn } from "#engine/texts/plain.ts";
import { objects } from "./findings/reporting.ts";

export interface PlacedContent {
  content: PlainContent;
  /** In the layout. */
  place: string;
  /** The names of the groups and lists around it. */
  path: readonly string[];
}

const groupsIn = (ui: UiSchema): [string, UiSchema][] =>
  Object.entries(ui).filter(
    (entry): entry is [string, UiSchema] => !/^(?:ui:|\$)/.test(entry[0]) && isObject(entry[1]),
  );

/** Returns the plain content of a layout: of the step itself, then of its groups and lists. */
export function findPlain(ui: UiSchema, path: readonly string[] = []): PlacedContent[] {
  const prefix = path.map((name) => `/${name}`).join("");
  const listed = (order: unknown, pointer: string) =>
    plainIn(order).map((content) => {
      return { content, place: `${pointer}/${(order as unknown[]).indexOf(content)}`, path };
    });
  return [
    ...listed(ui["ui:order"], `${prefix}/ui:order`),
    ...objects(ui["ui:options"]?.sections).flatMap(({ fields }, index) =>
      listed(fields, `${prefix}/ui:options/sections/${index}/fields`),
    ),
    ...groupsIn(ui).flatMap(([name, group]) => findPlain(group, [...path, name])),
  ];
}

/** Returns the layout with all its plain content replaced, also that of groups and lists. Null removes it. */
export function replacePlain(ui: UiSchema, change: (content: PlainContent) => PlainContent | null): UiSchema {
  const groups = groupsIn(ui).map(([name, group]) => [name, replacePlain(group, change)] as const);
  return { ...ui, ...Object.fromEntries(groups), ...changePlain(ui, change) };
}

/** Returns the keys of the texts of plain content, with their places and what a missing one is about. */
export const findPlainTexts = (ui: UiSchema): [key: string, named: { place: string; name: string }][] =>
  findPlain(ui).flatMap(({ content, place }) =>
    (["text", "title", "alt"] as const).flatMap((part): [string, { place: string; name: string }][] => {
      const key = content[part];
      return key === undefined ? [] : [[key, { place: `${place}/${part}`, name: `text ${key}` }]];
    }),
  );
