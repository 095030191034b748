// Publishes a product with other rules and another tariff while requests are open, and removes an old release.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { root } from "./journey.ts";

function change(path: string, edit: (content: JsonObject) => void): void {
  const content = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
  edit(content);
  writeFileSync(path, JSON.stringify(content));
}

/** Revenue up to 100,000, and every main cover 1,000 dearer. */
export async function publishStricter(productsDir: string, product: string): Promise<void> {
  const schemas = join(mkdtempSync(join(tmpdir(), "schemas-")), "schemas");
  cpSync(join(root, "schemas"), schemas, { recursive: true });
  const folder = join(schemas, "products", product);
  change(join(folder, "general-data.schema.json"), ({ properties }) => {
    (properties as { revenue: { maximum: number } }).revenue.maximum = 100_000;
  });
  change(join(folder, "tariff.json"), ({ main }) => {
    for (const option of (main as { options: { price: number }[] }).options) option.price += 1000;
  });
  await publish(schemas, productsDir);
  rmSync(schemas, { recursive: true });
}

export function forgetRelease(productsDir: string, release: string): void {
  const path = join(productsDir, "public/index.json");
  const index = JSON.parse(readFileSync(path, "utf8")) as PublishedIndex;
  delete index.releases[release];
  writeFileSync(path, JSON.stringify(index));
  rmSync(join(productsDir, "back", `${release}.json`));
}
