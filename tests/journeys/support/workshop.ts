// The products as published, into a temporary folder, once per test file.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publish } from "#content/publish.ts";
import { createProducts, type LoadedProduct } from "#server/requests/products.ts";
import { root } from "./journey.ts";

export async function publishedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "products-"));
  await publish(join(root, "schemas"), folder);
  return folder;
}

export async function openWorkshop(): Promise<(product: string) => Promise<LoadedProduct>> {
  const products = createProducts(await publishedFolder());
  return async (key) => {
    const product = await products.current(key);
    if (!product) throw new Error(`${key} is not published`);
    return product;
  };
}
