// Reads single values of an answer, tolerant of aliases, absence and numbers sent as text. The first name is the one of
// schemas/api. The others are names of other back ends.

/** An answer of which nothing is known. */
export type Wire = Record<string, unknown>;
/** An answer that should be a T: its names are known, and what they hold is not. */
export type Unread<T> = { readonly [name in keyof T]?: unknown };
type Names<From> = [name: keyof From & string, ...aliases: string[]];

export const asWire = (value: unknown): Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wire) : {};

/** First of the names that carries a value. */
export function pick<From extends object>(from: From, ...names: Names<From>): unknown {
  for (const name of names) {
    const value = (from as Wire)[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export function text<From extends object>(from: From, ...names: Names<From>): string {
  const value = pick(from, ...names);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function textOrNull<From extends object>(from: From, ...names: Names<From>): string | null {
  return text(from, ...names) || null;
}

/** A number that is missing or none is unknown, never 0. */
export function numberOrNull<From extends object>(from: From, ...names: Names<From>): number | null {
  const value = pick(from, ...names);
  if (value === undefined || value === "" || typeof value === "boolean") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const yes: readonly unknown[] = [true, 1, "1", "true", "yes", "y", "ja", "j", "oui", "o"];
const no: readonly unknown[] = [false, 0, "0", "false", "no", "n", "nee", "non"];

/** Yes or no, as back ends write it (decisions 81), or undefined where it is neither. */
export function yesNo(value: unknown): boolean | undefined {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : undefined;
}

export const flag = <From extends object>(from: From, ...names: Names<From>): boolean =>
  yesNo(pick(from, ...names)) === true;

export function texts<From extends object>(from: From, ...names: Names<From>): string[] {
  const value = pick(from, ...names);
  return Array.isArray(value) ? value.map(String) : [];
}

/** A single item is `data` or the body itself. */
export function item(body: unknown): Wire {
  const whole = asWire(body);
  return whole.data === undefined ? whole : asWire(Array.isArray(whole.data) ? whole.data[0] : whole.data);
}
