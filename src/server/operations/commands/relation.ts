// `relation find --name WORDS`: finds the relations with whose data a person is named. `relation export|erase --relation N --office N`:
// exports the data of one relation into a folder, or erases it except what must be kept. With the embedded database the portal must be stopped.
import { createClock } from "../../config/clock.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { eraseRelation, type Reason, type Erasure as RelationErasure } from "../../privacy/eraseRelation.ts";
import { exportRelation } from "../../privacy/exportRelation.ts";
import { findPerson } from "../../privacy/findPerson.ts";
import { createProducts } from "../../products/products.ts";
import { createReleases } from "../../products/releases.ts";
import { type Erasure, type Export, tellErased } from "../personalData.ts";
import type { Data } from "../withData.ts";

const REASONS: Record<Reason, (until: string | null) => string> = {
  law: (until) => `by law until ${until}`,
  open: () => "until it is settled and paid",
  undecided: () => "until an underwriter has decided",
  "of what is kept": (until) => `with what it belongs to${until ? `, until ${until}` : ""}`,
};

function tellErasure({ erased, kept }: RelationErasure, dryRun: boolean): string {
  const stays = kept.map(({ what, number, reason, until }) => `${what} ${number}: ${REASONS[reason](until)}`);
  return [
    ...tellErased(erased, dryRun),
    ...(stays.length > 0 ? ["Kept; what has a day goes by itself after it:", ...stays] : []),
    'Older backups still contain it: see "One relation\'s data" in operations/retention.md.',
  ].join("\n");
}

interface Relation {
  relation: number;
  office: number;
}

export async function findNamings({ db }: Data, { name }: { name: string }): Promise<string> {
  const found = await findPerson(db, name);
  const byRelation = Map.groupBy(found, ({ relation, office }) =>
    [relation === null ? "Without a relation" : `Relation ${relation}`, office !== null && `of office ${office}`]
      .filter(Boolean)
      .join(" "),
  );
  const lines = [...byRelation].flatMap(([relation, namings]) => [
    `${relation}:`,
    ...namings.flatMap(({ table, row, places }) => [
      `  ${table} ${row}`,
      ...places.map(({ path, text }) => `    ${path}: ${text}`),
    ]),
  ]);
  return [...lines, `${found.length} rows. What is inside files and the audit trail is not searched.`].join("\n");
}

export async function exportOne({ db, config, productsDir }: Data, values: Relation & Export): Promise<string> {
  const { out, language } = values;
  const clock = createClock(config.today);
  const store = createReleases(db, productsDir);
  await store.refresh();
  const products = createProducts(productsDir, { today: clock.today, store });
  const parts = { db, files: createFileStore(config), products, clock, provider: config.provider, language };
  const { rows, files } = await exportRelation(parts, values, out);
  return `Wrote ${rows} rows and ${files} files to ${out}.`;
}

export async function eraseOne({ db, config }: Data, values: Relation & Erasure): Promise<string> {
  const clock = createClock(config.today);
  const dryRun = values["dry-run"];
  const erasure = await eraseRelation({ db, clock, config }, values, dryRun);
  if (!dryRun) await createFileStore(config).sweep(db, clock.now());
  return tellErasure(erasure, dryRun);
}
