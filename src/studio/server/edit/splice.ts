// What one act changed in the text of one file: the smallest piece that differs, with the text around it. By that text the act is
// undone and redone also in a file that changed elsewhere meanwhile.

export interface Splice {
  file: string;
  at: number;
  removed: string;
  inserted: string;
  /** The text before and after the piece, at most so much that it is found again. */
  before: string;
  after: string;
}

const AROUND = 80;
const LESS_AROUND = [AROUND, 24, 8];

/** Null where the texts are the same. */
export function findSplice(file: string, from: string, to: string): Splice | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const removed = from.slice(start, from.length - end);
  const inserted = to.slice(start, to.length - end);
  const before = from.slice(Math.max(0, start - AROUND), start);
  const after = from.slice(from.length - end, from.length - end + AROUND);
  return { file, at: start, removed, inserted, before, after };
}

export const reverse = (splice: Splice): Splice => ({ ...splice, removed: splice.inserted, inserted: splice.removed });

/** Returns the text with the change in it, at its place or where its surroundings are now. Null where it no longer fits. */
export function applySplice(text: string, splice: Splice): string | null {
  const { at, removed, inserted } = splice;
  const from = isAt(text, splice) ? at : findMoved(text, splice);
  return from === null ? null : text.slice(0, from) + inserted + text.slice(from + removed.length);
}

const isAt = (text: string, { at, removed, before, after }: Splice): boolean =>
  text.startsWith(before + removed + after, at - before.length);

/** Returns where the piece is now: the only place with as much of its surroundings as is still there. */
function findMoved(text: string, { removed, before, after }: Splice): number | null {
  for (const length of LESS_AROUND) {
    const left = before.slice(-length);
    const piece = left + removed + after.slice(0, length);
    const first = text.indexOf(piece);
    if (first >= 0) return text.indexOf(piece, first + 1) < 0 ? first + left.length : null;
  }
  return null;
}
