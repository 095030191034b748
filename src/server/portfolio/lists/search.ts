// The conditions of a search: every word of the term occurs in the row itself, in its relation, or in the number of
// another table by which the row is known. Case, accents, dots, apostrophes and hyphens do not matter, nor spaces in a number and
// words before it. The migration of `portfolio_fold` has the database's side of this.
import { type RawBuilder, sql } from "kysely";
import type { FoundRelation } from "#api/wire/wireTypes.ts";
import { readSearchWords, type SearchWord } from "#engine/values/searchWords.ts";
import type { Db } from "../../db/open.ts";
import { type ServerTexts, serverTexts } from "../../texts/serverTexts.ts";
import { isOfOffice } from "./order.ts";

export interface SearchTarget {
  /** Name of its table. */
  list: string;
  /** Column with the number that addresses use. */
  key: string;
  /** A table with numbers by which its rows are found too, and its column with the number of the list. */
  foundBy?: { table: string; column: string };
  /** The rows belong to a relation: its name, address, e-mail and numbers find them too. */
  ofRelation?: true;
}

/** Further words of a search are ignored. */
const MAX_WORDS = 6;

/**
 * The words of a search, each as alternatives of LIKE patterns that a row contains all. Wildcards in the term are escaped. Words that
 * say what kind of number comes next (`KVK 42614996`) are left out, and so is a word for the kind of the rows themselves.
 */
export function searchPatterns(typed: string, list: string): SearchWord[] {
  const words = readSearchWords(typed);
  const withoutLabels = words.filter((_, index) => !labelsNumber(words, index)).map(removeGluedLabel);
  const ofList = withoutLabels.filter(([[word = ""] = []]) => !labels.get(list)?.has(fold(word)));
  const searched = (ofList.length > 0 ? ofList : withoutLabels).slice(0, MAX_WORDS);
  return searched.map((ways) => ways.map((parts) => parts.map(makePattern)));
}

/** The words of each language for the kinds, by the name of their list, and `number`: others that may come before a number. */
const kinds = Object.keys(serverTexts.nl.search) as (keyof ServerTexts["search"])[];
const labels = new Map<string, Set<string>>(
  kinds.map((kind) => [kind, new Set(Object.values(serverTexts).flatMap(({ search }) => search[kind].map(fold)))]),
);

/** In lower case without accents and signs. */
function fold(word: string): string {
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** A Dutch label may end with the word for a number. */
function isLabel(word: string): boolean {
  const folded = fold(word);
  const bases = ["", "nummer", "snummer", "nr", "snr"].filter((end) => folded.endsWith(end));
  const isKnown = (base: string) => kinds.some((kind) => labels.get(kind)?.has(base));
  return !folded || bases.some((end) => isKnown(folded.slice(0, folded.length - end.length)));
}

const isNumber = (word: string) => (word.match(/\p{N}/gu)?.length ?? 0) >= 4;

/** Whether only labels are between this word, itself one, and a number. */
function labelsNumber(words: readonly SearchWord[], index: number): boolean {
  const [[word = ""] = [], another] = words[index] ?? [];
  if (!word || another || /\p{N}/u.test(word) || !isLabel(word)) return false;
  const [[next = ""] = []] = words[index + 1] ?? [];
  return isNumber(next) || labelsNumber(words, index + 1);
}

/** `KVK42614996` is `42614996`. */
const removeGluedLabel = (word: SearchWord): SearchWord =>
  word.map((parts) =>
    parts.map((part) => {
      const [, label = "", number] = /^(\P{N}+)(\p{N}{4,})$/u.exec(part) ?? [];
      return number && isLabel(label) ? number : part;
    }),
  );

/** A word with fewer than three letters or digits in a row matches only at the beginning of a word. */
function makePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isIndexed = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !isIndexed ? `% ${literal}%` : `%${literal}%`;
}

/** The condition of a word. */
export function matchWord(target: SearchTarget, word: SearchWord, scope: SearchScope): RawBuilder<unknown> {
  const ways = word.map((parts) =>
    sql.join(
      parts.map((pattern) => matchPattern(target, pattern, scope)),
      sql` and `,
    ),
  );
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** `ofOffice` is the condition on `t`; `everyOffice` that it is always true. */
interface SearchScope {
  ofOffice: RawBuilder<unknown>;
  everyOffice: boolean;
}

function matchPattern(
  { key, foundBy, ofRelation }: SearchTarget,
  pattern: string,
  { ofOffice, everyOffice }: SearchScope,
): RawBuilder<unknown> {
  // In a subselect, so that a generic plan folds the pattern once and not for each row.
  const textMatches = sql`t.search like (select portfolio_fold(${pattern}))`;
  const ways = [textMatches];
  if (foundBy)
    // As an array it is queried once for all rows, and leaves both halves their index.
    ways.push(sql`${sql.ref(`t.${key}`)} = any(array(select ${sql.ref(`t.${foundBy.column}`)}
      from ${sql.table(foundBy.table)} t where ${ofOffice} and ' ' || t.number like ${pattern}))`);
  // Within an office the relations are hashed once; the few rows of every office look up theirs one by one.
  if (ofRelation && everyOffice)
    ways.push(sql`(select r.search like (select portfolio_fold(${pattern})) from relations r
      where r.relation_number = t.relation_number)`);
  else if (ofRelation)
    ways.push(
      sql`t.relation_number in (select t.relation_number from relations t where ${ofOffice} and ${textMatches})`,
    );
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** The relations of the rows of a search, so that a result can say by which of their words it was found. */
export async function readFoundRelations(db: Db, office: number, rows: readonly unknown[]): Promise<FoundRelation[]> {
  const numbers = rows.map((row) => Number((row as { relation_number?: number }).relation_number ?? 0));
  const { rows: relations } = await sql<FoundRelation>`
    select relation_number, company, address, zipcode, city, email, email_financial, kvk_number from relations t
    where ${isOfOffice(office)} and relation_number = any(${`{${[...new Set(numbers)].join()}}`}::bigint[])
    order by relation_number`.execute(db);
  return relations;
}
