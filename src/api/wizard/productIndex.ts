// What is published: the index of products and releases, and the texts that all products share. Apart from the bundles, whose
// contracts only forms need.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Language } from "#engine/schema/types.ts";
import { call, PortalError } from "../calls/call.ts";

export interface OfferedProduct {
  key: string;
  codes: string[];
  offered: boolean;
  icon: string;
  name: Record<Language, string>;
  description: Record<Language, string>;
  release: string;
}

interface Release {
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

export interface PortalRelease extends Release {
  release: string;
}

/** Texts of a release, flat. Values are ICU syntax trees or plain text. */
export type ProductMessages = Record<string, unknown>;

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

/** What is published for the portal itself, once a release. */
export const portalQuery = <T>(
  index: ProductIndex | undefined,
  part: string,
  load: (files: PortalRelease) => Promise<T>,
) =>
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
