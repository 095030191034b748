// Finds a key that is written twice in one object: JSON.parse keeps the last and says nothing, so that a change of the
// first would do nothing at all. Reads text that JSON.parse has accepted.

export interface Doubled {
  key: string;
  /** Where the second one stands. */
  position: number;
}

/** Strings whole, and the signs that open, close and separate. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

export function doubledKeys(text: string): Doubled[] {
  const found: Doubled[] = [];
  /** Keys of the objects that are open; null for a list. */
  const open: (Set<string> | null)[] = [];
  let word: { text: string; position: number } | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) word = { text: token, position: index };
    else if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":" && word) {
      const key = JSON.parse(word.text) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) found.push({ key, position: word.position });
      keys?.add(key);
    }
  }
  return found;
}

/** Line and column of a position, as an editor counts them. */
export function placeIn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
