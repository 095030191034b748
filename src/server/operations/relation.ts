// `relation export|erase --relation N --office N`: everything about one relation, in a folder for whoever asks; or gone, but for what
// the law keeps. With the embedded database while the portal is stopped.
import { DEFAULT_LANGUAGE, LANGUAGES, readLanguage } from "#engine/languages.ts";
import { createClock } from "../clock.ts";
import { createFileStore } from "../files/fileStore.ts";
import { type Erasure, eraseRelation, type Reason } from "../privacy/eraseRelation.ts";
import { exportRelation } from "../privacy/exportRelation.ts";
import { createProducts } from "../products/products.ts";
import { createSharedReleases } from "../products/sharedReleases.ts";
import { readOptions } from "./readOptions.ts";
import { withData } from "./withData.ts";

const OPTIONS = {
  relation: { type: "string" },
  office: { type: "string" },
  out: { type: "string" },
  language: { type: "string" },
  "dry-run": { type: "boolean", default: false },
} as const;

const REASONS: Record<Reason, (until: string | null) => string> = {
  law: (until) => `by law until ${until}`,
  open: () => "until it is settled and paid",
  undecided: () => "until an underwriter has decided",
  "of what is kept": (until) => `with what it belongs to${until ? `, until ${until}` : ""}`,
};

function readNumber(name: string, said: string | undefined): number {
  if (!said || !/^\d{1,15}$/.test(said)) throw new Error(`Say --${name} with its number.`);
  return Number(said);
}

export function tellErasure({ erased, kept }: Erasure, dryRun: boolean): string {
  const rows = Object.entries(erased).map(([table, count]) => `${table.padEnd(20)}${String(count).padStart(6)}`);
  const stays = kept.map(({ what, number, reason, until }) => `${what} ${number}: ${REASONS[reason](until)}`);
  return [
    dryRun ? "Nothing was erased; it would be, in rows:" : "Erased, in rows:",
    ...(rows.length > 0 ? rows : ["nothing"]),
    ...(stays.length > 0 ? ["Kept; what has a day goes by itself after it:", ...stays] : []),
    'Backups of before still have it: see "One relation\'s data" in operations/README.md.',
  ].join("\n");
}

const { values } = readOptions(OPTIONS, 1);
await withData(false, async ({ db, config, productsDir, said }) => {
  const which = { relation: readNumber("relation", values.relation), office: readNumber("office", values.office) };
  const clock = createClock(config.today);
  const files = createFileStore(config);
  if (said === "erase") {
    const erasure = await eraseRelation({ db, clock, config }, which, values["dry-run"]);
    if (!values["dry-run"]) await files.sweep(db, clock.now());
    return tellErasure(erasure, values["dry-run"]);
  }
  if (said !== "export") throw new Error("Say export or erase.");
  if (!values.out) throw new Error("Say --out with the folder to make.");
  const language = readLanguage(values.language ?? DEFAULT_LANGUAGE);
  if (!language) throw new Error(`--language takes ${LANGUAGES.join(" or ")}.`);
  const shared = config.databaseUrl ? createSharedReleases(db, productsDir) : undefined;
  await shared?.sync();
  const products = createProducts(productsDir, { today: clock.today, shared });
  const parts = { db, files, products, clock, provider: config.provider, language };
  const { rows, files: written } = await exportRelation(parts, which, values.out);
  return `Wrote ${rows} rows and ${written} files to ${values.out}.`;
});
