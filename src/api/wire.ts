// Reads single values off an answer, tolerant of aliases, absence and numbers sent as text. No shape is known here.

export type Wire = Record<string, unknown>;

export const asWire = (value: unknown): Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wire) : {};

/** First of the names that carries a value. */
export function pick(from: Wire, ...names: string[]): unknown {
  for (const name of names) if (from[name] !== undefined && from[name] !== null) return from[name];
  return undefined;
}

export function text(from: Wire, ...names: string[]): string {
  const value = pick(from, ...names);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function textOrNull(from: Wire, ...names: string[]): string | null {
  return text(from, ...names) || null;
}

export function numberOrNull(from: Wire, ...names: string[]): number | null {
  const value = pick(from, ...names);
  if (value === undefined || value === "" || typeof value === "boolean") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const yes: readonly unknown[] = [true, 1, "1", "true", "yes", "y", "ja", "j", "oui", "o"];
const no: readonly unknown[] = [false, 0, "0", "false", "no", "n", "nee", "non"];

/** Yes or no, as back ends write it (decisions 81); undefined where it is neither. */
export function yesNo(value: unknown): boolean | undefined {
  const said = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (yes.includes(said)) return true;
  return no.includes(said) ? false : undefined;
}

export const flag = (from: Wire, ...names: string[]): boolean => yesNo(pick(from, ...names)) === true;

export function texts(from: Wire, ...names: string[]): string[] {
  const value = pick(from, ...names);
  return Array.isArray(value) ? value.map(String) : [];
}

/** A single item stands under `data` or is the body itself. */
export function item(body: unknown): Wire {
  const whole = asWire(body);
  return whole.data === undefined ? whole : asWire(Array.isArray(whole.data) ? whole.data[0] : whole.data);
}
