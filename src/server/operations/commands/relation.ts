// `relation export|erase --relation N --office N`: exports the data of one relation into a folder, or erases it except what must be
// kept. With the embedded database the portal must be stopped.
import { createClock } from "../../config/clock.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { type Erasure, eraseRelation, type Reason } from "../../privacy/eraseRelation.ts";
import { exportRelation } from "../../privacy/exportRelation.ts";
import { createProducts } from "../../products/products.ts";
import { createSharedReleases } from "../../products/sharedReleases.ts";
import { ORDER_OPTIONS, readOrder, tellErased } from "../personalData.ts";
import { readOptions } from "../readOptions.ts";
import { withData } from "../withData.ts";

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

function tellErasure({ erased, kept }: Erasure, dryRun: boolean): string {
  const stays = kept.map(({ what, number, reason, until }) => `${what} ${number}: ${REASONS[reason](until)}`);
  return [
    ...tellErased(erased, dryRun),
    ...(stays.length > 0 ? ["Kept; what has a day goes by itself after it:", ...stays] : []),
    'Older backups still contain it: see "One relation\'s data" in operations/README.md.',
  ].join("\n");
}

const { values, positionals } = readOptions(
  { relation: { type: "string" }, office: { type: "string" }, ...ORDER_OPTIONS },
  1,
);
await withData(false, async ({ db, config, productsDir }) => {
  const order = readOrder(positionals[0], values);
  const which = { relation: readNumber("relation", values.relation), office: readNumber("office", values.office) };
  const clock = createClock(config.today);
  const files = createFileStore(config);
  if ("dryRun" in order) {
    const erasure = await eraseRelation({ db, clock, config }, which, order.dryRun);
    if (!order.dryRun) await files.sweep(db, clock.now());
    return tellErasure(erasure, order.dryRun);
  }
  const { folder, language } = order;
  const shared = config.databaseUrl ? createSharedReleases(db, productsDir) : undefined;
  await shared?.sync();
  const products = createProducts(productsDir, { today: clock.today, shared });
  const parts = { db, files, products, clock, provider: config.provider, language };
  const { rows, files: written } = await exportRelation(parts, which, folder);
  return `Wrote ${rows} rows and ${written} files to ${folder}.`;
});
