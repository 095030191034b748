// Published products: the index, and a product's bundle and texts by release. Bundles are content-addressed files of our
// own origin, so they are imported as they are; nothing here knows a product by name.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { toBundle } from "#engine/contract.ts";
import type { Language, ProductBundle } from "#engine/types.ts";
import { call, PortalError } from "./call.ts";
import { importProduct } from "./productFile.ts";

export interface OfferedProduct {
  key: string;
  codes: string[];
  offered: boolean;
  icon: string;
  name: Record<Language, string>;
  description: Record<Language, string>;
  release: string;
}

export interface Release {
  key: string;
  bundle: string;
  texts: Record<Language, string>;
}

export interface ProductIndex {
  products: OfferedProduct[];
  releases: Record<string, Release>;
  /** The schema-driven forms of the portal itself: prerequisites and relation. */
  portal: (Release & { release: string }) | null;
}

/** Texts of a release, flat; values are ICU syntax trees or plain text. */
export type ProductMessages = Record<string, unknown>;

export interface LoadedProduct {
  product: OfferedProduct | null;
  release: string;
  bundle: ProductBundle;
  texts: ProductMessages;
}

export const productIndexQuery = () =>
  queryOptions({
    queryKey: ["products", "index"],
    queryFn: ({ signal }) => call<ProductIndex>("GET", "/products/index.json", { signal }),
    staleTime: 60_000,
  });

/** The index that knows this release: one published since the index was read is looked for once more. */
export async function indexWith(client: QueryClient, release: string | undefined): Promise<ProductIndex> {
  const index = await client.fetchQuery(productIndexQuery());
  if (release === undefined || index.releases[release]) return index;
  return client.fetchQuery({ ...productIndexQuery(), staleTime: 0 });
}

/** The product that a product code on a quotation or policy belongs to. */
export function productOfCode(index: ProductIndex, code: string): OfferedProduct | undefined {
  return index.products.find((product) => product.codes.includes(code));
}

async function loadRelease(release: string, files: Release, language: Language) {
  const [bundle, texts] = await Promise.all([
    importProduct(files.bundle).then((module) => toBundle(module, release)),
    call<ProductMessages>("GET", files.texts[language]),
  ]);
  return { release, bundle, texts };
}

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
  return { product, ...(await loadRelease(release, files, language)) };
}

function portalFiles({ portal }: ProductIndex): { release: string; files: Release } {
  if (!portal) throw new PortalError({ code: "not_found", status: 404 });
  return { release: portal.release, files: portal };
}

/** The texts that are published with the portal's forms, without the forms: those of fields and steps that all products share. */
export const sharedTextsQuery = (index: ProductIndex | undefined, language: Language) =>
  queryOptions({
    queryKey: ["products", "texts", language, index?.portal?.release ?? ""],
    enabled: index !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ProductMessages> => {
      if (!index) throw new PortalError({ code: "not_found", status: 404 });
      return call<ProductMessages>("GET", portalFiles(index).files.texts[language]);
    },
  });

/** The portal's own forms, in the user's language. */
export const portalFormsQuery = (index: ProductIndex | undefined, language: Language) =>
  queryOptions({
    queryKey: ["products", "portal", language, index?.portal?.release ?? ""],
    enabled: index !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<LoadedProduct> => {
      if (!index) throw new PortalError({ code: "not_found", status: 404 });
      const { release, files } = portalFiles(index);
      return { product: null, ...(await loadRelease(release, files, language)) };
    },
  });
