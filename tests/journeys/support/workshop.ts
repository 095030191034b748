// The products as published, by key.
import { createProducts, type LoadedProduct } from "#server/products/products.ts";
import { modelProducts } from "../../support/model.ts";

export function openWorkshop(folder = modelProducts): (product: string) => Promise<LoadedProduct> {
  let products: ReturnType<typeof createProducts> | undefined;
  return async (key) => {
    products ??= createProducts(folder);
    const product = await products.current(key);
    if (!product) throw new Error(`${key} is not published`);
    return product;
  };
}
