// The products as published, by key.
import { createProducts, type LoadedProduct } from "#server/products/products.ts";
import { modelProducts } from "../../support/model.ts";

export function openWorkshop(): (product: string) => Promise<LoadedProduct> {
  const products = createProducts(modelProducts);
  return async (key) => {
    const product = await products.current(key);
    if (!product) throw new Error(`${key} is not published`);
    return product;
  };
}
