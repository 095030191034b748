// Where this tab keeps what became of a request, until logout. Apart from what reads it: every page may have to forget it.
import { tabStorage } from "./tabStorage.ts";

export const keptOutcome = "outcome.";

export function forgetOutcomes(): void {
  const storage = tabStorage();
  const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
  for (const name of names) if (name.startsWith(keptOutcome)) storage?.removeItem(name);
}
