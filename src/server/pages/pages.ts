// Serves the app's pages, and the static files of the app and the published products. A page is never cached, because
// it contains the session's CSRF token. Files named by their hash are cached for ever. Any address that is neither a
// call nor a file is a page.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import serveStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Underwriting } from "#underwriting/calculate.ts";
import type { Consents } from "../auth/consents.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { findLanguage } from "../auth/user.ts";
import type { Clock } from "../config/clock.ts";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/open.ts";
import { notFound } from "../http/errors/portalError.ts";
import type { RateLimit } from "../http/httpServer.ts";
import { movedDocument, type Products } from "../products/products.ts";
import { productFiles, withIndex, withPreloads } from "./pageFiles.ts";

interface SentPage {
  sessions: Sessions;
  consents: Consents;
  products: Pick<Products, "index" | "refresh">;
  /** Meta tags about the provider, by name. */
  metas: Record<string, string>;
}

type PageSource = (url: string) => Promise<string | undefined>;

const HASHED = /[.-][\w-]{8,}\.(js|css|svg|woff2|json)(\.br|\.gz)?$/;
const FOREVER = "public, max-age=31536000, immutable";

/** Ignores failures, which `SharedReleases` logs: the local releases are served. */
const refreshed = (products: Pick<Products, "refresh">): Promise<void> => products.refresh().catch(() => undefined);

type ProductFiles = Pick<PageParts, "productsDir" | "products" | "limit">;

async function serveProducts(app: FastifyInstance, { productsDir, products, limit }: ProductFiles): Promise<void> {
  // Another process may have published this release. Rate-limited, because a request for an unknown file queries the database.
  app.addHook("onRequest", async (request, reply) => {
    const name = /^\/products\/([\w.-]+)/.exec(request.url)?.[1];
    if (name === undefined || (name !== "index.json" && existsSync(join(productsDir, "public", name)))) return;
    if (name !== "index.json") await limit(request, reply);
    await refreshed(products);
  });
  app.get("/products/index.json", { config: { list: true } }, async (request, reply) => {
    const body = JSON.stringify(products.index());
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    reply.header("cache-control", "no-cache").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
  app.get<{ Params: { bundle: string } }>("/products/conditions/:bundle", async ({ params: { bundle } }, reply) => {
    const code = await products.conditionsCode(`/products/${bundle}`);
    if (code === undefined) throw notFound();
    return reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(code);
  });
  await app.register(serveStatic, {
    root: join(productsDir, "public"),
    prefix: "/products/",
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => reply.header("cache-control", FOREVER),
  });
}

/** A search term in an address may contain slashes, backslashes and dots. The file server would refuse such an address. */
const isPageOnly = ({ url }: FastifyRequest) => /%(2e|2f|5c)/i.test(url.split("?")[0] ?? "");

async function serveApp(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  app.addHook("onRequest", async (request, reply) => {
    if (isPageOnly(request) && wantsPage(request)) return reply.callNotFound();
  });
  await app.register(serveStatic, {
    root: directory,
    prefix: "/",
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => path !== "/index.html",
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/") && HASHED.test(path);
      reply.header("cache-control", isHashed ? FOREVER : "public, max-age=3600");
    },
  });
}

/** The built page, read again after a new build. */
function builtPage(directory: string): PageSource {
  let cached: { stamp: number; html: string } | undefined;
  return async () => {
    const path = join(directory, "index.html");
    if (!existsSync(path)) return undefined;
    const stamp = statSync(path).mtimeMs;
    if (cached?.stamp !== stamp) cached = { stamp, html: readFileSync(path, "utf8") };
    return cached.html;
  };
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = request.url.split("?")[0] ?? "";
  if (/^\/(api|auth|products|assets|storage|images)(\/|$)/.test(path)) return false;
  return (request.headers.accept ?? "").includes("text/html");
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, source: PageSource, parts: SentPage) {
  const session = await parts.sessions.find(request);
  if (session === "unconfirmed")
    return reply
      .header("cache-control", "no-store")
      .redirect(`/auth/login?return=${encodeURIComponent(request.url)}`, 303);
  const html = await source(request.url);
  if (!html)
    return reply
      .code(503)
      .type("text/plain; charset=utf-8")
      .send("The app is not built yet: in a checkout, npm run build makes it.");
  request.user = session ?? null;
  const consent = request.user && parts.consents.given(request.user) ? "given" : "";
  const language = findLanguage(request);
  if (request.user) await refreshed(parts.products);
  const index = request.user ? parts.products.index() : undefined;
  const product = index && productFiles(index, request.url, language);
  const metas = {
    ...parts.metas,
    "csrf-token": request.user?.csrf_token ?? "",
    "request-id": request.id,
    "product-bundle": product?.bundle ?? "",
    "product-texts": product?.texts ?? "",
    consent,
  };
  const filled = Object.entries(metas).reduce((text, [name, content]) => withMeta(text, name, content), html);
  const page = withPreloads(filled, language, product).replace(/<html lang="\w+"/, `<html lang="${language}"`);
  const body = index ? withIndex(page, index) : page;
  return reply.header("cache-control", "no-store").header("vary", "Cookie").type("text/html; charset=utf-8").send(body);
}

const SIGNS: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function withMeta(html: string, name: string, content: string): string {
  const safe = content.replace(/[&"<>]/g, (sign) => SIGNS[sign] ?? sign);
  return html.replace(
    new RegExp(`(<meta name="${name}" content=")[^"]*(")`),
    (_all, before, after) => `${before}${safe}${after}`,
  );
}

/** The app's own style sheets, found in the built page. */
export function findStyleSheets(appDir: string): string[] {
  try {
    const html = readFileSync(join(appDir, "index.html"), "utf8");
    return [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*href="([^"]+)"/g)].map((match) => match[1] ?? "");
  } catch {
    return [];
  }
}

/** Replaces the built pages and files in development. */
export interface Development {
  page: PageSource;
  attach(app: FastifyInstance, parts: DevelopmentParts): Promise<void>;
  /** Called for each premium call, with its address and the inputs of the premium. */
  priced?(url: string, underwriting: Underwriting): void;
}

interface DevelopmentParts {
  /** Sees the rows of all offices. */
  db: Db;
  clock: Clock;
  products: Products;
}

interface PageParts extends DevelopmentParts {
  productsDir: string;
  appDir: string;
  development: Development | undefined;
  sessions: Sessions;
  consents: Consents;
  config: Config;
  limit: RateLimit;
}

export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { products, appDir, development, sessions, consents, config, limit } = parts;
  await serveProducts(app, parts);
  for (const address of ["/storage/:product/:file", "/storage/information-document.pdf"]) {
    app.get(address, async (request, reply) => {
      const moved = movedDocument(products.index(), request.url.split("?")[0] ?? "");
      if (moved === undefined) throw notFound();
      return reply.redirect(moved);
    });
  }
  if (development) await development.attach(app, parts);
  else await app.register((files) => serveApp(files, appDir));
  const source = development?.page ?? builtPage(appDir);
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, source, { sessions, consents, products, metas: pageMetas(config) });
  app.get("/", page);
  app.setNotFoundHandler({ preHandler: limit }, async (request, reply) => {
    if (!wantsPage(request)) throw notFound();
    return page(request, reply);
  });
}

/** Meta tags about the provider: name, help desk, address of the form for custom work. */
function pageMetas(config: Pick<Config, "provider" | "customWorkUrl" | "support" | "today">): Record<string, string> {
  const metas: Record<string, string> = {
    provider: config.provider,
    "link-customWork": config.customWorkUrl,
    support: JSON.stringify(config.support),
  };
  // Only when a test fixes the day. Otherwise the page uses its own clock, which goes on past midnight.
  if (config.today) metas.today = config.today;
  return metas;
}
