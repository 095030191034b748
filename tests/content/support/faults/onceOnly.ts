// Mistakes that were silent or told more than once: the change, and the only line that the check may add.
import type { JsonObject } from "#engine/types.ts";
import { at, type Mistake, product, row, set } from "./fault.ts";
import { onceAsMeant } from "./onceAsMeant.ts";
import { onceInAnswers } from "./onceInAnswers.ts";
import { onceInFixtures } from "./onceInFixtures.ts";
import { onceInNames } from "./onceInNames.ts";
import { onceTaken } from "./onceTaken.ts";

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

const tariff = "schemas/products/cyber/tariff.json";
const manifest = "schemas/products/cyber/product.json";
const cyberTexts = "schemas/products/cyber/texts.nl.json";
const shared = "schemas/shared/fields.schema.json";
const words = "schemas/portal/words.fr.json";
const general = `${product}/general-data.schema.json`;
const TURNOVER = { properties: { turnover: { type: "integer", minimum: 5 } }, required: ["turnover"] };
const WINTER = { properties: { "general-data": TURNOVER }, required: ["general-data"] };

const others: Mistake[] = [
  row(
    ["a translation of a misspelt word", words, respell("Offerte aangemaakt", "Offerte aangemakt")],
    "/Offerte aangemakt",
    "note",
    'no row has these words, so they translate nothing; did you mean "Offerte aangemaakt"?',
  ),
  row(
    ["a feature that nothing asks for", tariff, set("features", { winter: { if: WINTER } })],
    "/features/winter",
    "note",
    'no step uses the feature "winter"; remove it, or name it as "featureFlag"',
  ),
  row(
    [
      "a band beyond the highest answer",
      tariff,
      (c) => (at(c, "factors.1").bands as unknown[]).push({ up_to: 20_000_000, factor: 3 }),
    ],
    "/factors/1/bands/4",
    "error",
    'general-data.turnover is at most 10000000, so this band is never reached; remove it, or raise the "maximum" in general-data.schema.json',
  ),
  row(
    ["a price with three decimals", tariff, set("main.options.0.price", 385.125)],
    "/main/options/0/price",
    "error",
    "385.125 has more than two decimals; write it in whole cents",
  ),
  row(
    ["a bound that cannot be counted", shared, set("definitions.turnover.maximum", 1e21)],
    "/definitions/turnover/maximum",
    "error",
    "1e+21 is larger than can be counted exactly; write fewer digits",
  ),
  row(
    ["a length that every product refuses", shared, set("definitions.kvk.minLength", 9)],
    "/definitions/kvk/minLength",
    "error",
    "a number of the chamber of commerce has 8 digits, which the field refuses; write 8",
  ),
  row(
    ["a highest value that is no multiple", general, set("properties.revenue.multipleOf", 7)],
    "/properties/revenue/maximum",
    "error",
    '1000000 is no multiple of 7, so it cannot be filled in; write a multiple of it, or correct "multipleOf"',
  ),
  row(
    ["a form that goes on by itself", manifest, set("steps.0.autoNext", "all-answered")],
    "/steps/0/autoNext",
    "error",
    "general-data asks no questions, so it never goes on by itself; remove it",
  ),
  row(
    [
      "a French text among the Dutch ones",
      cyberTexts,
      set("description", "Assurance pour les entreprises et leurs dirigeants avec une franchise"),
    ],
    "/description",
    "note",
    "the text reads as fr; write it in nl, or exchange the files",
  ),
  row(
    [
      "a French text among the Dutch ones of one file",
      "schemas/products/cyber/questions.json",
      set("acceptance_questions.0.question_text.nl", "Votre client a-t-il une assurance pour le bureau"),
    ],
    "/acceptance_questions/0/question_text/nl",
    "note",
    "the text reads as fr; write it in nl, or exchange the two",
  ),
  [
    "an agreement that nobody has to give",
    "schemas/products/cyber/request.schema.json",
    (c) => Object.assign(c, { required: (c.required as string[]).filter((one) => one !== "customer_approval") }),
    "schemas/products/cyber/request.ui.json",
    "/customer_approval",
    "error",
    'nobody has to agree: a request without customer_approval is sent too; add "customer_approval" to "required" in request.schema.json',
  ],
  row(
    ["a text that is still to come", cyberTexts, set("description", "TBD")],
    "/description",
    "error",
    '"TBD" stands where a text is to come; write the text',
  ),
  row(
    ["two blanks in a text", cyberTexts, set("description", "Voor een  bedrijf")],
    "/description",
    "error",
    "two blanks stand in a row; write one",
  ),
  row(
    ["a blank after the name of a product", own, (c) => Object.assign(c, { name: `${c.name} ` })],
    "/name",
    "error",
    "the text ends with a blank; remove the blank",
  ),
  row(
    ["a reason that is misspelt in the manifest", manifest, set("why.0", "liabilty")],
    "/why/0",
    "error",
    'there is no text "why.liabilty.title"; the texts have "why.liability.title": correct the name here, or the keys of its texts',
  ),
  row(
    [
      "a list with the same condition twice",
      `${product}/product.json`,
      (c) => {
        const rules = at(c, "lists.deductible_amounts").rules as unknown[];
        rules.splice(1, 0, structuredClone(rules[0]));
      },
    ],
    "/lists/deductible_amounts/rules/1",
    "error",
    "one of the rules before it always applies, so this one is never reached; put it before them, or remove it",
  ),
];

export const onceOnly: Mistake[] = [
  ...textMistakes,
  ...others,
  ...onceInAnswers,
  ...onceInFixtures,
  ...onceInNames,
  ...onceAsMeant,
  ...onceTaken,
];
