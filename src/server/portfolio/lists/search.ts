// The conditions of a search: every word of the term occurs in the row itself, in its relation, or in the number of
// another table by which the row is known. Case, accents, dots, apostrophes and hyphens do not matter. The migration of
// `portfolio_fold` has the database's side of this.
import { type RawBuilder, sql } from "kysely";
import { withoutUnseen } from "#engine/values/formats.ts";

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

const ignored = /[.'‘’`´‐‑-]/gu;
/** Single letters with blanks between them are one abbreviation: `b v` is `bv`. */
const apartLetters = /(?<=(?:^|\s)\p{L})\s+(?=\p{L}(?:\s|$))/gu;

/**
 * LIKE patterns for a search term, one for each word; none for a blank term. Wildcards in the term are escaped. A word with fewer
 * than three letters or digits in a row matches only at the beginning of a word.
 */
export const searchPatterns = (typed: string): string[] =>
  withoutUnseen(typed)
    .normalize("NFC")
    .replace(ignored, "")
    .replace(apartLetters, "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map(makePattern);

function makePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isIndexed = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !isIndexed ? `% ${literal}%` : `%${literal}%`;
}

/** `ofOffice` is the condition on `t`; `everyOffice` that it is always true. */
export function matchPattern(
  { key, foundBy, ofRelation }: SearchTarget,
  pattern: string,
  { ofOffice, everyOffice }: { ofOffice: RawBuilder<unknown>; everyOffice: boolean },
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
