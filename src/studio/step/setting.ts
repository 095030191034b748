// The context of a preview, as part of the address: origin of the answers, day, flow, the server's meta of fields and lists, and
// how the form is drawn. A colleague who gets the address sees the same.
import { useSearchParams } from "react-router";
import type { FlowName } from "#engine/schema/types.ts";
import { type Language, readLanguage } from "#engine/values/languages.ts";

export const FLOWS: readonly FlowName[] = ["newRequest", "newTempRequest", "editQuote", "quoteToPolicy"];
export const ORIGINS = ["case", "journey", "quotation"] as const;

/** Where the answers of the open step, and of the others, come from. */
export interface Origin {
  kind: (typeof ORIGINS)[number];
  /** Of a case of the step, of a journey's file, or the number of a stored quotation. */
  name: string;
}

export interface Setting {
  /** Null: the step's base. */
  origin: Origin | null;
  /** Empty: the day of the case. */
  today: string;
  /** Empty: that of the journey, else a new request. */
  flow: FlowName | "";
  allowed: readonly string[];
  locked: readonly string[];
  absent: readonly string[];
  /** `both`: side by side. Until one chooses: the language of the studio's own words. */
  language: Language | "both";
  /** Empty: as wide as there is room. */
  width: "phone" | "";
}

/** In the address under the name of its member. An empty text is left out. */
const WRITTEN: { [Name in Exclude<keyof Setting, "origin">]: (text: string) => Setting[Name] } = {
  today: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : ""),
  flow: (text) => findKnown(FLOWS, text),
  allowed: splitNames,
  locked: splitNames,
  absent: splitNames,
  language: (text) => readLanguage(text) ?? (findKnown(["both"], text) || "nl"),
  width: (text) => findKnown(["phone"], text),
};

function findKnown<Text extends string>(texts: readonly Text[], text: string): Text | "" {
  return texts.find((choice) => choice === text) ?? "";
}

function splitNames(text: string): string[] {
  return text.split(",").filter(Boolean);
}

export function readSetting(search: URLSearchParams): Setting {
  const find = (name: string) => search.get(name) ?? (name === "language" ? search.get("ui") : null) ?? "";
  const read = Object.entries(WRITTEN).map(([name, take]) => [name, take(find(name))]);
  const kind = ORIGINS.find((origin) => search.has(origin));
  const origin = kind ? { kind, name: search.get(kind) ?? "" } : null;
  return { ...Object.fromEntries(read), origin } as Setting;
}

/** Values equal to the case are left out of the address. */
export function writeSetting(search: URLSearchParams, change: Partial<Setting>): URLSearchParams {
  const next = new URLSearchParams(search);
  const { origin, ...others } = change;
  for (const [name, value] of Object.entries(others)) {
    // Names are joined with a comma.
    const text = String(value);
    if (text === "") next.delete(name);
    else next.set(name, text);
  }
  if (origin !== undefined) for (const kind of ORIGINS) next.delete(kind);
  if (origin) next.set(origin.kind, origin.name);
  return next;
}

/** The part of the address that another step keeps: not the meta of one step's fields. */
export function buildSearch(search: URLSearchParams, step = ""): string {
  const next = new URLSearchParams(search);
  for (const name of ["case", "file", "locked", "absent", "step"]) next.delete(name);
  if (step) next.set("step", step);
  return next.size > 0 ? `?${next}` : "";
}

export function useSetting(): [Setting, (change: Partial<Setting>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (part: Partial<Setting>) =>
    setSearch((before) => writeSetting(before, part), { replace: true, preventScrollReset: true });
  return [readSetting(search), change];
}
