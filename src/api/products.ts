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
  portal: PortalRelease | null;
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

interface PortalRelease extends Release {
  release: string;
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

/** What is published for the portal itself, once a release. */
const portalQuery = <T>(index: ProductIndex | undefined, part: string, load: (files: PortalRelease) => Promise<T>) =>
  queryOptions({
    queryKey: ["products", "portal", part, index?.portal?.release ?? ""],
    enabled: index !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      if (!index?.portal) throw new PortalError({ code: "not_found", status: 404 });
      return load(index.portal);
    },
  });

/** The texts of fields and steps that all products share, those of the portal's own forms among them. */
export const sharedTextsQuery = (index: ProductIndex | undefined, language: Language) =>
  portalQuery(index, language, ({ texts }) => call<ProductMessages>("GET", texts[language]));

/** The portal's own forms; their words are the shared texts. */
export const portalFormsQuery = (index: ProductIndex | undefined) => portalQuery(index, "forms", loadBundle);
