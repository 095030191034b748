// Mistakes that were silent or reported more than once: the check may add one line for each.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product, set } from "./fault.ts";
import { onceAsMeant } from "./onceAsMeant.ts";
import { onceInAnswers } from "./onceInAnswers.ts";
import { onceInFixtures } from "./onceInFixtures.ts";
import { onceInNames } from "./onceInNames.ts";
import { onceTaken } from "./onceTaken.ts";

const NL = "schemas/shared/texts.nl.json";
const FR = "schemas/shared/texts.fr.json";
const dutchTexts = `${product}/texts.nl.json`;
const frenchTexts = `${product}/texts.fr.json`;

/** A key by another spelling, in its place. */
const respell = (from: string, to: string) => (content: JsonObject) => {
  for (const [key, value] of Object.entries(content)) {
    delete content[key];
    content[key === from ? to : key] = value;
  }
};
const add = (key: string, value: unknown) => (content: JsonObject) => Object.assign(content, { [key]: value });

const textMistakes: Mistake[] = [
  ...[
    [NL, "wizard.section.company", "wizard.section.compani"],
    [FR, "wizard.section.company", "wizard.section.compani"],
    [NL, "wizard.field.kvk.help", "wizard.field.kvk.hepl"],
    [FR, "wizard.upload.choose", "wizard.upload.chose"],
    [dutchTexts, "title", "tilte"],
    [frenchTexts, "title", "tilte"],
  ].map(
    ([file = "", key = "", wrong = ""]): Mistake => [
      `a key that ${file} misspells: ${wrong}`,
      file,
      respell(key, wrong),
    ],
  ),
  ["a text that one language lacks", dutchTexts, (c) => delete c.title],
  ["a text that nothing uses, in one language", dutchTexts, add("field.revenue.tootip", "x")],
  ["a shared text that nothing uses", FR, add("wizard.section.office", "x")],
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
  ["a translation of a misspelt word", words, respell("Offerte aangemaakt", "Offerte aangemakt")],
  ["a feature that nothing asks for", tariff, set("features", { winter: { if: WINTER } })],
  [
    "a band beyond the highest answer",
    tariff,
    (c) => (at(c, "factors.1").bands as unknown[]).push({ up_to: 20_000_000, factor: 3 }),
  ],
  ["a price with three decimals", tariff, set("main.options.0.price", 385.125)],
  ["a bound that cannot be counted", shared, set("definitions.turnover.maximum", 1e21)],
  ["a length that every product refuses", shared, set("definitions.kvk.minLength", 9)],
  ["a highest value that is no multiple", general, set("properties.revenue.multipleOf", 7)],
  ["a form that goes on by itself", manifest, set("steps.0.autoNext", "all-answered")],
  [
    "a French text among the Dutch ones",
    cyberTexts,
    set("description", "Assurance pour les entreprises et leurs dirigeants avec une franchise"),
  ],
  [
    "a French text among the Dutch ones of one file",
    "schemas/products/cyber/questions.json",
    set("acceptance_questions.0.question_text.nl", "Votre client a-t-il une assurance pour le bureau"),
  ],
  [
    "an agreement that nobody has to give",
    "schemas/products/cyber/request.schema.json",
    (c) => Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "customer_approval") }),
  ],
  ["a text that is still to come", cyberTexts, set("description", "TBD")],
  ["two blanks in a text", cyberTexts, set("description", "Voor een  bedrijf")],
  ["a blank after the name of a product", dutchTexts, (c) => Object.assign(c, { name: `${c.name} ` })],
  ["a reason that is misspelt in the manifest", manifest, set("why.0", "liabilty")],
  [
    "a list with the same condition twice",
    `${product}/product.json`,
    (c) => {
      const rules = at(c, "lists.deductible_amounts").rules as unknown[];
      rules.splice(1, 0, structuredClone(rules[0]));
    },
  ],
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
