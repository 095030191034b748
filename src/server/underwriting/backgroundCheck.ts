// The check of beneficial owners (decisions 42), behind an interface. The reference back end compares with a sample list;
// whoever runs this for real puts a screening service here. A hit says nothing to the broker about its reason.
import { readFileSync } from "node:fs";

export interface Subject {
  kvk: string | null;
  name: string | null;
}
export interface BackgroundCheck {
  /** `unknown`: the check could not be made; the request then waits for an underwriter. */
  check(subject: Subject): Promise<"clear" | "hit" | "unknown">;
}

interface Listed {
  kvk: string | null;
  name: string;
}

export function sampleBackgroundCheck(): BackgroundCheck {
  const path = new URL("../../../fixtures/portfolio/watchlist.json", import.meta.url);
  const listed = JSON.parse(readFileSync(path, "utf8")) as Listed[];
  const plain = (text: string | null) => (text ?? "").trim().toLocaleLowerCase("nl");
  return {
    async check({ kvk, name }) {
      const hit = listed.some((one) => (one.kvk !== null && one.kvk === kvk) || plain(one.name) === plain(name));
      return hit ? "hit" : "clear";
    },
  };
}

/** Without a screening service nothing is called clear. */
export const noBackgroundCheck: BackgroundCheck = { check: async () => "unknown" };
