// Asks for what the address will need before the app is there: on a slow line each question that waits for the answer of
// another costs seconds. A file of its own in the build, so it imports little. Begins nothing that a server would refuse:
// only for who is logged in and gave consent, as the page says. An answer that nobody takes over is dropped.
import { beginCall } from "#api/call.ts";
import { importProduct } from "#api/productFile.ts";
import type { ProductIndex } from "#api/products.ts";
import type { Query } from "#api/session.ts";
import { existsPath, wizardBase } from "#api/wizardPaths.ts";
import type { BundleModule } from "#engine/contract.ts";
import type { ExistsAnswer } from "#engine/wire.ts";
import { loadHeavy } from "#widgets/heavy.ts";
import { firstLanguage, loadTexts } from "./language.ts";
import { matchPath } from "./routeMatch.ts";

const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

export function beginAddress({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  void loadTexts(firstLanguage());
  void beginCall("GET", "/api/profile/me");
  if (!said("csrf-token")) return;
  const index = beginCall("GET", "/products/index.json");
  const { product, intermediary, relation, quotation } = matchPath(pathname, firstLanguage())?.params ?? {};
  if (product === undefined || intermediary === undefined || new URLSearchParams(search).size > 0) return;
  import("./WizardRoute.tsx").catch(() => undefined);
  if (!said("consent") || relation === undefined) return;
  const path = existsPath({ product, intermediary });
  const exists = beginCall("GET", path, { query: { relation, quotation } });
  Promise.all([index, exists])
    .then(([known, opened]) => beginRequest(known as ProductIndex | null, opened as ExistsAnswer | null, { quotation }))
    .catch(() => undefined); // the app asks itself, and says what is wrong
}

/** What an open request will ask; nothing of one that was sent. */
async function beginRequest(index: ProductIndex | null, exists: ExistsAnswer | null, query: Query): Promise<void> {
  const request = exists?.data;
  if (!index || !request?.draft_id || request.sent) return;
  const { insurance_type: product, intermediary_number: intermediary, relation_number: relation } = request;
  const base = wizardBase({ product, intermediary, relation });
  void beginCall("POST", `${base}/wizard/steps/forms`, { query, body: {} });
  void beginCall("GET", `${base}/wizard/steps/progress`, { query });
  const files = index.releases[request.product_version ?? ""];
  if (files?.key !== product) return;
  void beginCall("GET", files.texts[firstLanguage()], { query });
  beginLists(await importProduct(files.bundle), base, query);
}

function beginLists({ manifest, steps }: BundleModule, base: string, query: Query): void {
  const calls = Object.values(manifest.lists).flatMap((list) => ("call" in list ? [String(list.call)] : []));
  for (const call of new Set(calls)) if (call !== "premium") void beginCall("GET", `${base}/${call}`, { query });
  const [first] = manifest.steps;
  if (first) void loadHeavy([steps[first.key]?.ui ?? {}]);
}

if (!/^\/(dev|bench)(\/|$)/.test(location.pathname)) beginAddress(location);
