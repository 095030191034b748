// Wires the server together, by hand and in one place: what a part needs is what it is given. Used by main.ts and, with
// `inject`, by the tests. Opens no socket and reads no environment.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { JsonObject } from "#engine/types.ts";
import { createConsents } from "./auth/consents.ts";
import { addDevLogin } from "./auth/devLogin.ts";
import { addGuard } from "./auth/guard.ts";
import { addLogout } from "./auth/logout.ts";
import { addOidcLogin } from "./auth/oidc.ts";
import { addProfileRoutes } from "./auth/profile.ts";
import { createSessions, type Sessions } from "./auth/sessions.ts";
import { languageOf, userOf } from "./auth/user.ts";
import { checkBodies } from "./bodyShape.ts";
import { answerBrokenRequests } from "./brokenRequests.ts";
import { type Clock, clockOf } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db, OpenDatabase } from "./db/open.ts";
import { createPurge, type Purge } from "./db/purge.ts";
import { seedAccounts } from "./db/samples.ts";
import { answerError, answerNotFound, handleErrors } from "./errorHandler.ts";
import { addHealth } from "./health.ts";
import { createOutbox, type Outbox } from "./mail/outbox.ts";
import { pageMetas } from "./pageMetas.ts";
import { createPortfolioPort } from "./portfolio/port.ts";
import { addPortfolioRoutes } from "./portfolio/routes.ts";
import { seedPortfolio } from "./portfolio/seed.ts";
import { type CompanyRegister, sampleCompanyRegister } from "./requests/companyRegister.ts";
import { createProducts, type Products } from "./requests/products.ts";
import { addWizardRoutes } from "./routes/wizard.ts";
import { addSecurityHeaders, collectReports, securityHeaders } from "./securityHeaders.ts";
import { builtPage, type PageSource, sendPage, serveApp, serveProducts, wantsPage } from "./staticFiles.ts";
import { type BackgroundCheck, noBackgroundCheck, sampleBackgroundCheck } from "./underwriting/backgroundCheck.ts";

const root = join(import.meta.dirname, "../..");
const JSON_LIMIT = 262_144;
const UPLOAD_LIMIT = 2_097_152;

export interface AppOptions {
  config: Config;
  database: OpenDatabase;
  /** Where products are published; absent: in the data directory. */
  productsDir?: string;
  register?: CompanyRegister;
  backgroundCheck?: BackgroundCheck;
  clock?: Clock;
  /** Development: pages and files come from here instead of the build. */
  development?: { page: PageSource; attach(app: FastifyInstance): Promise<void> };
}

export interface Portal {
  db: Db;
  app: FastifyInstance;
  products: Products;
  sessions: Sessions;
  outbox: Outbox;
  /** Runs by itself from the moment the server listens. */
  purge: Purge;
  /** Every route, for tests that leave none out. */
  routes: { method: string; url: string; open: boolean; beforeConsent: boolean }[];
  /** Reports against the content security policy, newest last. */
  cspReports(): unknown[];
  /** From now on not ready: load balancers send nobody here. */
  drain(): void;
}

export async function buildApp(options: AppOptions): Promise<Portal> {
  const { config, database, development } = options;
  const { db } = database;
  const clock = options.clock ?? clockOf(config.today);
  const productsDir = options.productsDir ?? join(config.dataDir, "products");
  const appDir = join(root, "dist/app");
  const headers = securityHeaders({
    production: config.env === "production",
    hotReload: development !== undefined,
  });
  const app = createFastify(config, headers);
  const routes = listRoutes(app);
  handleErrors(app);
  addSecurityHeaders(app, headers);
  let draining = false;

  if (config.sampleData) {
    await seedAccounts(db);
    await seedPortfolio(db);
  }
  const products = createProducts(productsDir);
  const sessions = createSessions(db, config, clock.now);
  const consents = createConsents(db, [appDir, join(root, "src/app/public")]);
  const outbox = createOutbox(db, config);
  const portfolio = createPortfolioPort(clock.today);
  const purge = createPurge(db, { clock, sessionHours: config.session.absoluteHours });
  app.addHook("onListen", async () => purge.start());
  app.addHook("onClose", () => purge.stop());

  await app.register(cookie);
  addGuard(app, { sessions, consents, config });
  checkBodies(app);
  await limitRates(app, config);
  const csp = collectReports(app);
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 4, fieldSize: 1_024, parts: 5 },
    throwFileSizeLimit: true,
  });

  addHealth(app, { db, products, closing: () => draining });
  const loginParts = { db, sessions, config, styleSheets: () => styleSheetsOf(appDir) };
  const oidc = config.oidc ? addOidcLogin(app, loginParts) : undefined;
  if (!oidc && config.devLogin) addDevLogin(app, loginParts);
  addLogout(app, sessions, oidc);
  addProfileRoutes(app, { consents, products, clock });
  addWizardRoutes(app, {
    db,
    products,
    portfolio,
    clock,
    outbox,
    consents,
    provider: config.provider,
    documentFolders: [appDir, join(root, "src/app/public")],
    register: options.register ?? sampleCompanyRegister(db),
    backgroundCheck: options.backgroundCheck ?? (config.sampleData ? sampleBackgroundCheck() : noBackgroundCheck),
  });
  // Asked for again each time: a form that is published anew judges from then on.
  const relationRules = async (data: JsonObject) => {
    const { bundle } = await products.portal();
    return bundle.contracts.relation?.(data, { today: clock.today(), lists: {} }) ?? [];
  };
  await addPortfolioRoutes(app, {
    db,
    provider: config.provider,
    clock,
    relationRules,
    viewer: (request) => {
      const user = userOf(request);
      // The guard has let nobody through without consent.
      return {
        login: user.login_name,
        intermediary: user.intermediary_number,
        language: languageOf(request),
        consent: true,
      };
    },
  });

  await serveProducts(app, productsDir);
  if (development) await development.attach(app);
  else await serveApp(app, appDir);
  const source = development?.page ?? builtPage(appDir);
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply, source, { sessions, metas: pageMetas(config) });
  app.get("/", page);
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? page(request, reply) : answerNotFound(request, reply),
  );
  await app.ready();
  return {
    app,
    db,
    routes,
    products,
    sessions,
    outbox,
    purge,
    cspReports: csp.reports,
    drain: () => (draining = true),
  };
}

function createFastify(config: Config, headers: Record<string, string>): FastifyInstance {
  const app = Fastify({
    logger: config.logLevel === "silent" ? false : { level: config.logLevel, serializers: { req: withoutAnswers } },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT,
    // Slow senders are hung up on: headers first, then the whole request; looked at every two seconds.
    http: { headersTimeout: Math.min(10_000, config.requestTimeoutMs), connectionsCheckingInterval: 2_000 },
    requestTimeout: config.requestTimeoutMs,
    handlerTimeout: 2 * config.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerBrokenRequests(headers),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser("text/plain");
  return app;
}

/** A log line names the route, not the address: search words, names and numbers stay out of the log. */
function withoutAnswers(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? "none", address: request.ip };
}

function listRoutes(app: FastifyInstance): Portal["routes"] {
  const routes: Portal["routes"] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    for (const one of [method].flat()) {
      routes.push({ method: one, url, open: config?.open === true, beforeConsent: config?.beforeConsent === true });
    }
  });
  return routes;
}

async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: "preHandler",
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) => request.user?.login_name ?? request.ip,
    allowList: (request) => !/^\/(api\/|auth\/|csp-report$)/.test(request.routeOptions.url ?? ""),
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
}

/** The app's own style sheets, found in the built page. */
function styleSheetsOf(appDir: string): string[] {
  try {
    const html = readFileSync(join(appDir, "index.html"), "utf8");
    return [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*href="([^"]+)"/g)].map((match) => match[1] ?? "");
  } catch {
    return [];
  }
}
