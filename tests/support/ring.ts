// Which ring a test belongs to is part of its file's name. `*.long.test.ts(x)` and `*.long.spec.ts` are ring 2: `npm test` (RING=1)
// leaves them out, `npm test -- --all` and a run by hand do not.
import type { Language } from "#engine/values/languages.ts";

const isRing1 = process.env.RING === "1";

export const LEFT_OUT: string[] = isRing1 ? ["**/*.long.*"] : [];

/** Ring 1 tells a story in Dutch, ring 2 tells those about texts and addresses in French too. */
export const TOLD_IN: readonly Language[] = isRing1 ? ["nl"] : ["nl", "fr"];

/** Rows of a table of combinations: ring 2 runs all, ring 1 every `nth`, which must still have each value of the table once. */
export const thin = <Row>(rows: readonly Row[], nth: number): Row[] =>
  rows.filter((_, index) => !isRing1 || index % nth === 0);
