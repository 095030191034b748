// What the studio asks for: a published product in both languages with its lists and the testers' cases, and the findings of the check.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#api/calls/call.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import type { CallOptions } from "#api/calls/send.ts";
import { importProduct } from "#api/wizard/productFile.ts";
import type { OfferedProduct, ProductMessages } from "#api/wizard/productIndex.ts";
import { toBundle } from "#engine/rules/contract.ts";
import type { Language, ProductBundle } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { textsQuery } from "./language/Language.tsx";
import type { CheckAnswer, EarlyAnswer } from "./server/calls.ts";
import type { PreviewCase } from "./server/previewCases.ts";
import type { PreviewRequest, RequestName } from "./server/request/previewRequests.ts";
import type { Origin } from "./step/setting.ts";

/** Key of the portal's own forms, which are previewed like a product. */
export const PORTAL = "portal";

/** A call of the studio's own server. A saved file repeats it. */
export const studioQuery = <Answer>(path: string, options: Pick<CallOptions, "query" | "headers" | "timeout"> = {}) =>
  queryOptions({
    queryKey: ["studio", path, options.query ?? null, options.headers ?? null],
    queryFn: ({ signal }) => call<Answer>("GET", path, { ...options, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The check in the language of the page. */
export function useCheckQuery() {
  const options = { timeout: 60_000, headers: { "Accept-Language": useLanguage() } };
  return {
    whole: studioQuery<CheckAnswer>("/studio/check", options),
    files: studioQuery<EarlyAnswer>("/studio/check/files", options),
  };
}

/** The findings of the check: after a change those about files come first, those of cases and journeys with the whole. */
export function useCheck(): CheckAnswer | undefined {
  const queries = useCheckQuery();
  const { data, dataUpdatedAt } = useQuery(queries.whole);
  const early = useQuery(queries.files);
  if (!data || !early.data || dataUpdatedAt >= early.dataUpdatedAt) return data;
  const earlier = data.findings.filter(({ stage }) => stage === "behaves");
  return { ...data, ...early.data, findings: [...early.data.findings, ...earlier] };
}

export interface PreviewProduct {
  key: string;
  product: OfferedProduct | null;
  release: string;
  bundle: ProductBundle;
  /** All texts of a language: the app's and the product's. */
  messages: Record<Language, ProductMessages>;
  sources: Record<Language, ListSources>;
  /** Per step. The first is the base. */
  cases: Record<string, PreviewCase[]>;
}

export const previewQuery = (key: string) =>
  queryOptions({
    queryKey: ["preview", "product", key],
    queryFn: ({ signal }) => loadPreview(key, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A bundle holds functions and is compared by identity: a new answer is a new product.
    structuralSharing: false,
  });

/** The address of a product's part on the server. */
export const productPath = (product: string, part: string) => `/studio/products/${encodeURIComponent(product)}/${part}`;

export const requestNamesQuery = (product: string) => studioQuery<RequestName[]>(productPath(product, "requests"));

/** The request that the address names, or null for none or only a case. */
export const requestQuery = (product: string, origin: Origin | null) =>
  queryOptions({
    queryKey: ["preview", "request", product, origin],
    queryFn: async ({ signal }) => {
      if (!origin || origin.kind === "case") return null;
      const name = `requests/${origin.kind}/${encodeURIComponent(origin.name)}`;
      return call<PreviewRequest>("GET", productPath(product, name), { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A cache of its own, because a change of language empties the page's cache and cancels its calls. */
const published = createQueryClient();

type PreviewAnswer = Omit<PreviewProduct, "key" | "bundle" | "messages"> & {
  bundle: string;
  texts: PreviewProduct["messages"];
};

async function loadPreview(key: string, signal: AbortSignal): Promise<PreviewProduct> {
  const [{ texts, ...preview }, shell] = await Promise.all([
    call<PreviewAnswer>("GET", productPath(key, "preview"), { signal }),
    published.fetchQuery(textsQuery()),
  ]);
  const bundle = await toBundle(await importProduct(preview.bundle), preview.release);
  const messages = inEachLanguage((language) => ({ ...shell[language], ...texts[language] }));
  return { ...preview, key, bundle, messages };
}
