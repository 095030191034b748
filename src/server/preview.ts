// The calls behind the analysts' preview (/dev/products): what the back part answers for a product, the fixtures,
// and the findings of the check. Registered by development.ts alone, so a production server has none of them; they need
// no login, because they serve content of the checkout. Writes nothing.

import type { FastifyInstance } from "fastify";
import { type CheckResult, ContentCheck } from "#content/check.ts";
import { LANGUAGES } from "#engine/languages.ts";
import type { ListSources } from "#engine/lists.ts";
import type { Language } from "#engine/types.ts";
import { notFound } from "./portalError.ts";
import { previewCases } from "./previewCases.ts";
import type { LoadedProduct, Products } from "./products/products.ts";
import { contextFor } from "./requests/evaluate.ts";
import { buildProfessions, buildQuestions } from "./requests/questions.ts";

export interface PreviewParts {
  products: Products;
  schemasDir: string;
  fixturesDir: string;
  today(): string;
  /** Whether the published release is that of the files on disk. */
  current(): boolean;
}

const PORTAL = "portal";
type Params = { Params: { product: string } };

export function addPreview(app: FastifyInstance, parts: PreviewParts): void {
  const { products, schemasDir, fixturesDir } = parts;
  const content = new ContentCheck(schemasDir, fixturesDir);
  let running: Promise<CheckResult> | undefined;

  allowEval(app);
  app.get<Params>("/dev/products/:product/lists", async ({ params }) => {
    if (params.product === PORTAL) return { nl: {}, fr: {} };
    const product = await products.current(params.product);
    if (!product) throw notFound();
    return Object.fromEntries(LANGUAGES.map((language) => [language, buildSources(product, language, parts.today())]));
  });
  app.get<Params>("/dev/products/:product/cases", async ({ params }) => {
    if (params.product !== PORTAL && !products.entry(params.product)) throw notFound();
    return previewCases(fixturesDir, params.product);
  });
  // Pages that load at the same time share one run.
  app.get("/dev/check", async () => {
    running ??= content.run().finally(() => (running = undefined));
    return { ...(await running), current: parts.current() };
  });
}

/** What the calls of an empty request answer: the real questions, professions, covers and base prices. */
function buildSources(product: LoadedProduct, language: Language, today: string): ListSources {
  const { premium } = contextFor(product, {}, { today, language });
  return {
    professions: buildProfessions(product, language),
    premium,
    acceptance: { data: buildQuestions(product, "acceptance", language) },
    "closing-questions": { data: buildQuestions(product, "closing-questions", language) },
  };
}

/**
 * The preview's second opinion compiles schemas in the browser with ajv, which needs eval. Only the pages under /dev get
 * it, and only here: the portal's own pages keep the strict policy, in development too.
 */
function allowEval(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!/^\/dev(\/|\?|$)/.test(request.url)) return;
    const policy = String(reply.getHeader("content-security-policy") ?? "");
    reply.header("content-security-policy", policy.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'"));
  });
}
