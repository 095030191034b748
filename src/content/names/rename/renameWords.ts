// The words beside a field that gets another name: they stay where they are, and the titles of records name the field.
import { basename } from "node:path";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { editJson } from "../../read/files/formatJson.ts";
import { takeWords, type Word } from "../../read/words/fieldWords.ts";
import { type ContentText, textPath } from "../names.ts";

export interface Rename {
  product: string;
  step: string;
  /** Inside others the names that lead to it, with `*` for the records of a list and the rows of a table. */
  field: string;
  /** The new name alone. */
  to: string;
  /** It moves to another step. */
  toStep?: string;
}

/** Members that come to a file or leave it, after its edits. */
export interface Members {
  said: string;
  apply(text: string): string;
}

const readWords = ({ file, path, text }: ContentText) =>
  takeWords(basename(file, ".schema.json"), { file, path, text, content: JSON.parse(text) }).words;

/** The words beside the fields of a step, by the keys that texts would have. */
export const wordsIn = (file: ContentText): [key: string, texts: string[]][] =>
  readWords(file).map(({ path, kind, texts }) => [
    ["field", ...(path ?? []), kind].join("."),
    LANGUAGES.map((language) => String(texts[language] ?? "")),
  ]);

/** A field of a record as its list and the names inside the record. The list is empty for any other field. */
export function splitRecord(field: string): [list: string, name: string] {
  const end = field.lastIndexOf(".*.");
  return end < 0 ? ["", field] : [field.slice(0, end), field.slice(end + 3)];
}

/** The title of records beside their list, where it contains the answer. */
export function renameBeside(file: ContentText | undefined, { field, to }: Rename): [file: string, members: Members][] {
  const [list, name] = splitRecord(field);
  const isTitle = ({ path, kind }: Word) => kind === "record" && path?.join(".") === textPath(list).join(".");
  const title = file && list !== "" ? readWords(file).find(isTitle) : undefined;
  if (!file || !title) return [];
  const place = pointerSegments(title.place).map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const apply = (text: string) =>
    Object.entries(title.texts).reduce(
      (rest, [language, words]) => editJson(rest, [...place, language], renameIn(String(words), name, to)),
      text,
    );
  return [[file.file, { said: "", apply }]];
}

export const renameIn = (text: string, name: string, to: string): string =>
  text.replace(new RegExp(`\\{${name}(?=[,}])`, "g"), `{${to}`);
