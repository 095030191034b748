// Shared by the commands `relation` and `account`: reads whether to export or erase, and reports an erasure.
import { DEFAULT_LANGUAGE, LANGUAGES, readLanguage } from "#engine/languages.ts";
import type { Language } from "#engine/types.ts";
import type { Counted } from "../privacy/rows.ts";

export const ORDER_OPTIONS = {
  out: { type: "string" },
  language: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

interface Given {
  out?: string;
  language?: string;
  "dry-run": boolean;
}

type Order = { dryRun: boolean } | { folder: string; language: Language };

/** Refuses options of the other command: `erase --out` might suggest that the data is exported first. */
export function readOrder(word: string | undefined, { out, language: said, "dry-run": dryRun }: Given): Order {
  if (word !== "export" && word !== "erase") throw new Error("Say export or erase.");
  if (word === "erase") {
    if (out !== undefined || said !== undefined)
      throw new Error("--out and --language go with export: erase takes none.");
    return { dryRun };
  }
  if (dryRun) throw new Error("--dry-run goes with erase: an export changes nothing.");
  if (!out) throw new Error("Say --out with the folder to make.");
  const language = readLanguage(said ?? DEFAULT_LANGUAGE);
  if (!language) throw new Error(`--language takes ${LANGUAGES.join(" or ")}.`);
  return { folder: out, language };
}

export const tellRows = (counted: Counted): string[] =>
  Object.entries(counted).map(([table, rows]) => `${table.padEnd(20)}${String(rows).padStart(6)}`);

export function tellErased(erased: Counted, dryRun: boolean): string[] {
  const rows = tellRows(erased);
  return [
    dryRun ? "Nothing was erased; it would be, in rows:" : "Erased, in rows:",
    ...(rows.length > 0 ? rows : ["nothing"]),
  ];
}
