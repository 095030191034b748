// A published product in one of its releases. Bundles are content-addressed files of our own origin, so they are
// imported as they are. Nothing here knows a product by name.
import { toBundle } from "#engine/rules/contract.ts";
import type { Language, ProductBundle } from "#engine/schema/types.ts";
import { call, PortalError } from "../calls/call.ts";
import { importProduct } from "./productFile.ts";
import {
  type OfferedProduct,
  type PortalRelease,
  type ProductIndex,
  type ProductMessages,
  portalQuery,
} from "./productIndex.ts";

export interface LoadedProduct {
  product: OfferedProduct | null;
  release: string;
  bundle: ProductBundle;
  texts: ProductMessages;
}

const loadBundle = async ({ bundle, release }: Pick<PortalRelease, "bundle" | "release">): Promise<ProductBundle> =>
  toBundle(await importProduct(bundle), release);

/** A product in the release a request was made with, else in its current one. Unknown: `unknown_product`. */
export async function loadProduct(
  index: ProductIndex,
  key: string,
  language: Language,
  pinned?: string,
): Promise<LoadedProduct> {
  const product = index.products.find((candidate) => candidate.key === key) ?? null;
  const pinnedFiles = pinned ? index.releases[pinned] : undefined;
  const release = pinned && pinnedFiles?.key === key ? pinned : product?.release;
  const files = release ? index.releases[release] : undefined;
  if (!release || !files) throw new PortalError({ code: "unknown_product", status: 404 });
  const [bundle, texts] = await Promise.all([
    loadBundle({ ...files, release }),
    call<ProductMessages>("GET", files.texts[language]),
  ]);
  return { product, release, bundle, texts };
}

/** The portal's own forms. Their words are the shared texts. */
export const portalFormsQuery = (index: ProductIndex | undefined) => portalQuery(index, "forms", loadBundle);
