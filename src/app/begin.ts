// Starts the calls that the address will need before the app's code has loaded: on a slow line each round trip costs seconds.
// A file of its own in the build, so it imports little. Starts only calls that the server will not refuse: the page
// contains whether a user is logged in and gave consent. Unused responses are dropped.

import "./gate/insecureContext.ts";
import { beginCall, keepAnswer } from "#api/calls/send.ts";
import type { Query } from "#api/login/session.ts";
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import { importProduct } from "#api/wizard/productFile.ts";
import { existsPath, wizardBase } from "#api/wizard/wizardPaths.ts";
import { readAddress } from "#routes/address.ts";
import { loadHeavy } from "#widgets/heavy.ts";
import { findLists, listCalls } from "#wizard/model/lists/listCalls.ts";
import { firstLanguage, loadTexts } from "./language/language.ts";

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

function beginAddress({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  const isLoggedIn = Boolean(readMeta("csrf-token"));
  const { product, intermediary, relation, quotation } = readAddress(pathname, firstLanguage())?.params ?? {};
  const wizard =
    product !== undefined &&
    intermediary !== undefined &&
    [...new URLSearchParams(search).keys()].every((name) => name === "new");
  // The most urgent first: a browser has six connections at a time.
  if (isLoggedIn && wizard && readMeta("consent") && relation !== undefined) {
    const exists = beginCall("GET", existsPath({ product, intermediary }), { query: { relation, quotation } });
    beginProduct({ quotation });
    exists.then((opened) => beginRequest(opened as ExistsAnswer | null, { quotation })).catch(() => undefined);
  }
  if (isLoggedIn && wizard) import("./WizardRoute.tsx").catch(() => undefined);
  void beginCall("GET", "/api/profile/me");
  void loadTexts(firstLanguage());
  if (isLoggedIn) beginIndex();
  else import("./gate/Login.tsx").catch(() => undefined);
}

/** The index is part of the page. Where the browser has not read past it, it may be incomplete and is asked for. */
function beginIndex(): void {
  const index = document.getElementById("products");
  if (index?.nextSibling) keepAnswer("/products/index.json", JSON.parse(index.textContent));
  else void beginCall("GET", "/products/index.json");
}

/** The current release, which most requests use, and the controls of its first step: the page names its files. */
function beginProduct(query: Query): void {
  const bundle = readMeta("product-bundle");
  const texts = readMeta("product-texts");
  if (!bundle || !texts) return;
  void beginCall("GET", texts, { query });
  importProduct(bundle)
    .then(
      ({
        manifest: {
          steps: [first],
        },
        steps,
      }) => first && loadHeavy([steps[first.key]?.ui ?? {}]),
    )
    .catch(() => undefined);
}

/** The calls of an open request. The app repeats a failed call and shows its error. */
async function beginRequest(exists: ExistsAnswer | null, query: Query): Promise<void> {
  const request = exists?.data;
  const bundle = readMeta("product-bundle");
  if (!request?.draft_id || request.sent) return;
  const { insurance_type: product, intermediary_number: intermediary, relation_number: relation } = request;
  const base = wizardBase({ product, intermediary, relation });
  void beginCall("POST", `${base}/wizard/steps/forms`, { query, body: {} });
  void beginCall("GET", `${base}/wizard/steps/progress`, { query });
  if (!bundle) return;
  const { manifest, steps } = await importProduct(bundle);
  const [first] = manifest.steps;
  // The lists of the first step before those of later ones.
  const soon = listCalls(findLists(manifest.lists, first && steps[first.key]));
  for (const call of new Set([...soon, ...listCalls(manifest.lists)]))
    void beginCall("GET", `${base}/${call}`, { query });
}

if (!/^\/dev(\/|$)/.test(location.pathname)) beginAddress(location);
