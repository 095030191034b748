// What a step is looked at in, besides a case: the day, features that the server allows, fields that it locks, lists that it
// does not answer. It stands in the address, so that a colleague sees the same.
export interface Setting {
  /** Empty: the day of the case. */
  today: string;
  allowed: readonly string[];
  locked: readonly string[];
  absent: readonly string[];
}

const SEVERAL = ["allowed", "locked", "absent"] as const;

export function readSetting(search: URLSearchParams): Setting {
  const names = (key: (typeof SEVERAL)[number]) => (search.get(key) ?? "").split(",").filter(Boolean);
  const today = search.get("today") ?? "";
  return {
    today: /^\d{4}-\d\d-\d\d$/.test(today) ? today : "",
    allowed: names("allowed"),
    locked: names("locked"),
    absent: names("absent"),
  };
}

/** What is as the case has it does not stand in the address. */
export function writeSetting(search: URLSearchParams, change: Partial<Setting>): URLSearchParams {
  const next = new URLSearchParams(search);
  const setting = { ...readSetting(search), ...change };
  for (const key of ["today", ...SEVERAL] as const) {
    const value = [setting[key]].flat().join(",");
    if (value === "") next.delete(key);
    else next.set(key, value);
  }
  return next;
}
