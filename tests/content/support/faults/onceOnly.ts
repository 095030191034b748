// Mistakes that were silent or told more than once: the change, and the only line that the check may add.
import type { JsonObject } from "#engine/types.ts";
import { product } from "./fault.ts";

type Level = "error" | "note";
/** Where the change is made, then where and how it is told. */
export type Mistake = [
  name: string,
  file: string,
  change: (content: JsonObject) => void,
  told: string,
  place: string,
  level: Level,
  says: string,
];

const NL = "schemas/shared/texts.nl.json";
const FR = "schemas/shared/texts.fr.json";
const own = `${product}/texts.nl.json`;
const ownFrench = `${product}/texts.fr.json`;

/** A key by another spelling, in its place. */
const respell = (from: string, to: string) => (content: JsonObject) => {
  for (const [key, value] of Object.entries(content)) {
    delete content[key];
    content[key === from ? to : key] = value;
  }
};
const add = (key: string, value: unknown) => (content: JsonObject) => Object.assign(content, { [key]: value });
const meant = (language: string, key: string) => `${language} has "${key}" and not this text; did you mean "${key}"?`;

const textMistakes: Mistake[] = [
  ...[
    [NL, "fr", "wizard.section.company", "wizard.section.compani"],
    [FR, "nl", "wizard.section.company", "wizard.section.compani"],
    [NL, "fr", "wizard.field.kvk.help", "wizard.field.kvk.hepl"],
    [FR, "nl", "wizard.upload.choose", "wizard.upload.chose"],
    [own, "fr", "title", "tilte"],
    [ownFrench, "nl", "title", "tilte"],
  ].map(
    ([file = "", other = "", key = "", wrong = ""]): Mistake => [
      `a key that ${file} misspells: ${wrong}`,
      file,
      respell(key, wrong),
      file,
      `/${wrong}`,
      "error",
      meant(other, key),
    ],
  ),
  [
    "a text that one language lacks",
    own,
    (c) => delete c.title,
    own,
    "/title",
    "error",
    "the text is missing; fr has it; translate it",
  ],
  [
    "a text that nothing uses, in one language",
    own,
    add("field.revenue.tootip", "x"),
    own,
    "/field.revenue.tootip",
    "note",
    'nothing uses this text; did you mean "field.revenue.tooltip"?',
  ],
  [
    "a shared text that nothing uses",
    FR,
    add("wizard.section.office", "x"),
    FR,
    "/wizard.section.office",
    "note",
    "no form and no code uses this text; correct its key, or remove it",
  ],
];

export const onceOnly: Mistake[] = [...textMistakes];
