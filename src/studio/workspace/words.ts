// The words of the studio's screen, in both languages, from the words.json of each folder. Names of fields and members come from the
// product and the meta-schemas.
import type { Language } from "#engine/schema/types.ts";
import { inEachLanguage, LANGUAGES } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import changes from "../changes/words.json" with { type: "json" };
import editor from "../editor/words.json" with { type: "json" };
import product from "../product/words.json" with { type: "json" };
import request from "../request/words.json" with { type: "json" };
import add from "./add/words.json" with { type: "json" };
import findings from "./findings/words.json" with { type: "json" };
import rules from "./rules/words.json" with { type: "json" };
import tables from "./tables/words.json" with { type: "json" };
import texts from "./texts/words.json" with { type: "json" };
import workspace from "./words.json" with { type: "json" };

/** The same word in the order of LANGUAGES. */
const WORDS = {
  ...workspace,
  ...add,
  ...changes,
  ...editor,
  ...findings,
  ...product,
  ...request,
  ...rules,
  ...tables,
  ...texts,
};

export type WordKey = keyof typeof WORDS;
export const isWord = (key: string): key is WordKey => Object.hasOwn(WORDS, key);
type Text = Record<Language, string>;
/** What comes in the place of a name in braces. Words are in the language of the sentence. */
type Values = Record<string, string | number | Text>;

const fill = (key: WordKey, language: Language, values: Values): string =>
  WORDS[key][LANGUAGES.indexOf(language)]!.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return String(typeof value === "object" ? value[language] : value);
  });

/** The same words in both languages, for what is written into the journal. */
export const inBoth = (key: WordKey, values: Values = {}): Text =>
  inEachLanguage((language) => fill(key, language, values));

export type Say = (key: WordKey, values?: Values) => string;

export const sayIn =
  (language: Language): Say =>
  (key, values = {}) =>
    fill(key, language, values);

export const useSay = (): Say => sayIn(useLanguage());
