// The content of the documents of a sent request: the order of their blocks, and their words in each language, which the mail with
// the document uses too. A language without a file of words uses that of the default language.
import { existsSync, readFileSync } from "node:fs";
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from "#engine/values/languages.ts";
import type dutch from "#schemas/portal/paper-words.nl.json";

type PaperWords = typeof dutch;
export type Outcome = keyof PaperWords["outcomes"];
export type RowName = keyof PaperWords["rows"];

export interface Block {
  block: keyof PaperWords["blocks"] | "answers";
  rows?: RowName[];
}

const folder = new URL("../../../schemas/portal/", import.meta.url);
const read = (file: URL) => JSON.parse(readFileSync(file, "utf8"));
const wordsFile = (language: Language) => new URL(`paper-words.${language}.json`, folder);

export const paperWords: Record<Language, PaperWords> = inEachLanguage((language) =>
  read(existsSync(wordsFile(language)) ? wordsFile(language) : wordsFile(DEFAULT_LANGUAGE)),
);
const papers: { blocks: Block[]; mail: RowName[] } = read(new URL("papers.json", folder));
export const paperBlocks = papers.blocks;
/** The rows of the document that its mail repeats. */
export const mailRows = papers.mail;
