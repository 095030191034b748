// Where this tab keeps what a request became, until logout. A file of its own, because every page may have to delete it.
import { tabStorage } from "./tabStorage.ts";

export const keptOutcome = "outcome.";

export function forgetOutcomes(): void {
  const storage = tabStorage();
  const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
  for (const name of names) if (name.startsWith(keptOutcome)) storage?.removeItem(name);
}
