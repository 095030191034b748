// The acts that add a section, a step and a question.
import type { JsonObject } from "#engine/schema/types.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "../model/choiceActs.ts";
import { Content } from "../model/content.ts";
import { setAt } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { findLayout, hasField, listOrders } from "../model/orders.ts";
import { listIn, objectIn, type Target } from "../model/places.ts";
import { addField, addTexts } from "./addActs.ts";
import type { Wish } from "./kinds.ts";

/** A heading above a field: its section begins there. Undefined: the field is the first one of its section already. */
export function addSection(content: Content, { step, after }: Target, words: Words): Edit[] | undefined {
  const layout = findLayout(content, step, []);
  const keys = Object.keys(content.read(content.textFiles("nl").own) ?? {});
  const taken = keys.map((each) => each.replace(/^section\./, ""));
  const key = `section.${makeName(words.nl, taken)}`;
  const texts = addTexts(content, [[key, words]]);
  const lists = listOrders(content, step, []);
  const list = lists.find(({ entries }) => entries.some((entry) => after !== null && hasField(entry, after)));
  const isSection = list?.path[0] === "ui:options";
  const names = Object.keys(Object(content.read(content.findStepFile(step, "schema"))?.properties) as JsonObject);
  const entries = (list?.entries ?? names).filter((entry) => entry !== "*");
  const at = entries.findIndex((entry) => after !== null && hasField(entry, after));
  if (at <= 0) return undefined;
  const section = { title: key, fields: entries.slice(at) };
  const rest = entries.slice(0, at);
  if (isSection)
    return [
      { file: list.file, path: list.path, value: rest, was: list.entries },
      { file: list.file, path: [...list.path.slice(0, 2), Number(list.path[2]) + 1], value: section, insert: true },
      ...texts,
    ];
  return [
    ...setAt(layout, ["ui:options", "sections"], [{ fields: rest }, section], ["$schema", "ui:options"]),
    ...(list ? setAt(layout, ["ui:order"], undefined) : []),
    ...texts,
  ];
}

const INTRO = { nl: "Vul de gegevens van uw klant in.", fr: "Remplissez les données de votre client." };

/** A step of the product alone with one field, after another step. */
export function addStep(content: Content, after: string, title: Words, wish: Wish): Edit[] {
  const file = content.manifest;
  const names = content.listSteps().map(({ name }) => name);
  const step = makeName(title.nl, names).replaceAll("_", "-");
  const index = names.indexOf(after);
  const meta = `${"../".repeat(content.folder.split("/").length - (content.folder.startsWith("schemas/") ? 1 : 0))}`;
  const way = content.folder.startsWith("schemas/") ? `${meta}meta` : `${meta}schemas/meta`;
  const rules = {
    $schema: `${way}/step.schema.json`,
    $id: `urn:portal:${content.product}:${step}`,
    description: title.nl,
    type: "object",
    properties: {},
  };
  const sidebar = { why: "closed", premium: "hidden", request: "closed", send: [] };
  const created: [file: string, value: JsonObject][] = [
    [`${content.folder}/${step}.schema.json`, rules],
    [`${content.folder}/${step}.ui.json`, { $schema: `${way}/ui.schema.json`, "ui:order": ["*"] }],
    [
      `fixtures/steps/${content.product}/${step}.json`,
      { $schema: "../../../schemas/meta/fixture.schema.json", product: content.product, step, base: {}, cases: [] },
    ],
  ];
  const texts = created.map(([name, value]) => [name, JSON.stringify(value)] as const);
  const written = new Content(content.product, { ...content.texts, ...Object.fromEntries(texts) });
  return [
    ...created.map(([name, value]) => ({ file: name, path: [], value })),
    { file, path: ["steps", index + 1], value: { key: step, kind: "form", sidebar }, insert: true },
    ...addTexts(content, [
      [["step", step, "title"].join("."), title],
      [["step", step, "intro"].join("."), INTRO],
    ]),
    ...addField(written, { step, around: [], after: null }, wish),
  ];
}

interface QuestionWish {
  words: Words;
  expected: "yes" | "no";
  effect: "refer" | "decline";
}

/** A question that the server asks, with the next number, and its name as a part of the product. */
export function addQuestion(content: Content, list: string, { words, expected, effect }: QuestionWish) {
  const file = `${content.folder}/questions.json`;
  const lists = content.read(file) ?? {};
  const idsOf = (each: unknown) => listIn(each).map((one) => Number(objectIn(one).id));
  const taken = Object.values(lists).flatMap(idsOf);
  let id = Math.max(0, ...idsOf(lists[list])) + 1;
  while (taken.includes(id)) id += 1;
  const value = { id, question_text: words, expected_answer: expected, effect };
  return { edits: [{ file, path: [list, -1], value }], name: `${list}.${listIn(lists[list]).length}` };
}
