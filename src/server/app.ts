// Wires the server together, explicitly and in one place. Used by main.ts and, with `inject`, by the tests. Opens no socket and
// reads no environment variables.
import { join } from "node:path";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Answers } from "#engine/schema/types.ts";
import type { BackgroundCheck } from "#underwriting/backgroundCheck.ts";
import { createConsents } from "./auth/consents.ts";
import { addGuard, findUsers } from "./auth/guard.ts";
import { addLogin } from "./auth/login/login.ts";
import { addProfileRoutes } from "./auth/profile.ts";
import { createProvider } from "./auth/provider/provider.ts";
import { createRecheck } from "./auth/sessions/recheck.ts";
import { addSessionRoutes } from "./auth/sessions/sessionRoutes.ts";
import { createSessions, type Sessions } from "./auth/sessions/sessions.ts";
import { startRates } from "./auth/sharedRates.ts";
import { findLanguage, findUser } from "./auth/user.ts";
import { type Clock, createClock } from "./config/clock.ts";
import type { Config } from "./config/config.ts";
import { findWeakSettings } from "./config/unsafeSettings.ts";
import { addAudit } from "./db/audit.ts";
import { sealTrail } from "./db/auditSeals.ts";
import { watchRoom } from "./db/failures/fullDisk.ts";
import type { Db, OpenDatabase } from "./db/open.ts";
import type { CompanyRegister } from "./external/companyRegister.ts";
import { createExternal } from "./external/external.ts";
import { createFiles } from "./files/files.ts";
import { createHandover, HANDOVER, HANDOVER_TIMES, type Handover } from "./handover/handover.ts";
import { checkCalls, describedAnswer } from "./http/apiSchemas.ts";
import { checkBodies } from "./http/bodyShape.ts";
import { compressLists } from "./http/compression.ts";
import { acceptFiles, createFastify, limitRates } from "./http/httpServer.ts";
import { addSecurityHeaders, collectReports, type PolicyReport, securityHeaders } from "./http/securityHeaders.ts";
import { prepareShutdown } from "./http/shutdown.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { createOutbox, type Outbox } from "./mail/outbox.ts";
import { mailUnderwriters } from "./mail/underwriters.ts";
import { handleErrors } from "./pages/errorHandler.ts";
import { addHealth } from "./pages/health.ts";
import { createMetrics, type Metrics } from "./pages/metrics.ts";
import { buildOpenApi, type DescribedRoute } from "./pages/openApi/document.ts";
import { type Development, findStyleSheets, servePages } from "./pages/pages.ts";
import { createPortfolioPort } from "./portfolio/port.ts";
import { addPortfolioRoutes } from "./portfolio/routes.ts";
import { type PurgeCounts, purge } from "./privacy/purge.ts";
import { createProducts, type Products } from "./products/products.ts";
import { createReleases } from "./products/releases.ts";
import { addReferralRoutes } from "./referrals/routes.ts";
import { addWizardRoutes } from "./requests/routes.ts";
import { seedAccounts } from "./samples/accounts.ts";
import { addSampleLogin } from "./samples/sampleLogin.ts";
import { seedPortfolio } from "./samples/seed.ts";

const ROOT = join(import.meta.dirname, "../..");
const APP_DIR = join(ROOT, "dist/app");
const EARLY = { at: "20 4 * * *", afterStart: 60 };
const HOURLY = { at: "5 * * * *", afterStart: 60 };

export interface AppOptions {
  config: Config;
  database: OpenDatabase;
  /** Where products are published. By default in the data directory. */
  productsDir?: string;
  /** The products of a release archive. */
  bundledDir?: string;
  register?: CompanyRegister;
  backgroundCheck?: BackgroundCheck;
  clock?: Clock;
  development?: Development;
  /** For tests: a response that does not fit its schema is an error. */
  judgeAnswers?: boolean;
  /** Destination of the log. By default standard output. */
  log?: NodeJS.WritableStream;
}

export interface Portal {
  /** Sees the rows of all offices. */
  db: Db;
  app: FastifyInstance;
  products: Products;
  sessions: Sessions;
  /** Mail, hand-over and retention. The caller starts them. */
  jobs: Jobs;
  outbox: Outbox;
  handover: Handover;
  purge(): Promise<PurgeCounts>;
  metrics: Metrics;
  /** All routes, for the OpenAPI document and for tests that call each of them. */
  routes: (DescribedRoute & { audited: boolean; answer: string | null })[];
  /** Reports against the content security policy, newest last. */
  cspReports(): PolicyReport[];
  /** Finishes calls in progress, refuses new ones and stops the jobs. The caller closes the database. */
  close(): Promise<void>;
}

export async function buildApp(options: AppOptions): Promise<Portal> {
  const { config, development } = options;
  const headers = securityHeaders({
    production: config.env === "production",
    hotReload: development !== undefined,
  });
  const app = createFastify(config, headers, options.log);
  const routes = listRoutes(app);
  checkCalls(app, options.judgeAnswers === true);
  const styleSheets = () => findStyleSheets(APP_DIR);
  const room = watchRoom();
  handleErrors(app, { styleSheets, support: config.support, room });
  addSecurityHeaders(app, headers);
  compressLists(app);
  const services = await createServices(app, options);
  const { db, allOfficesDb, clock, files, products, sessions, consents, jobs, outbox, handover, metrics } = services;

  await app.register(cookie);
  const shutdown = prepareShutdown(app, config.shutdownDrainMs);
  findUsers(app, sessions);
  const rates = startRates(app, config, allOfficesDb);
  const limit = await limitRates(app, config, config.databaseUrl ? rates.Store : undefined);
  addAudit(app, allOfficesDb);
  addGuard(app, { consents, config });
  checkBodies(app);
  const csp = collectReports(app);
  await acceptFiles(app);

  const loginParts = { db: allOfficesDb, sessions, config, styleSheets, addSampleLogin };
  const login = addLogin(app, loginParts, services.identityProvider);
  addHealth(app, { ...services, ...room, db: allOfficesDb, login: login.ready, closing: shutdown.begun });
  addProfileRoutes(app, { sessions, consents, products, clock });
  addSessionRoutes(app, { db, config, clock });
  const external = await createExternal(config, allOfficesDb, { log: app.log, counts: metrics, count: rates.count });
  const wizard = {
    ...services,
    ...(development?.priced ? { priced: development.priced } : {}),
    provider: config.provider,
    baseUrl: config.baseUrl,
    register: options.register ?? external.register,
    backgroundCheck: options.backgroundCheck ?? external.backgroundCheck,
  };
  const portfolio = {
    db,
    provider: config.provider,
    clock,
    files: files.store,
    relationRules: checkRelationRules(products, clock),
    viewer: findViewer,
  };
  addWizardRoutes(app, wizard);
  await addPortfolioRoutes(app, portfolio);
  await addReferralRoutes(app, wizard, portfolio);
  if (development) app.get("/openapi.json", async () => buildOpenApi(routes));
  await servePages(app, { ...services, db: allOfficesDb, appDir: APP_DIR, development, config, limit });
  await app.ready();
  return {
    ...{ app, routes, products, sessions, jobs, outbox, handover, metrics },
    purge: services.purge,
    db: allOfficesDb,
    cspReports: csp.reports,
    close: shutdown.finish,
  };
}

/** Creates the services of the routes, and loads the sample data if configured. */
async function createServices(app: FastifyInstance, { config, database, ...options }: AppOptions) {
  const { db, pool } = database;
  const clock = options.clock ?? createClock(config.today);
  if (config.sampleData) {
    await seedAccounts(db);
    await seedPortfolio(db, clock.today());
  }
  const metrics = createMetrics(app, { db, pool });
  const productsDir = options.productsDir ?? join(config.dataDir, "products");
  // In development the content saved last is offered. It is not a release.
  const releases = options.development
    ? undefined
    : createReleases(db, productsDir, {
        bundled: options.bundledDir === undefined ? undefined : { folder: options.bundledDir, clock },
        log: app.log,
        counts: metrics,
      });
  const products = createProducts(productsDir, { today: clock.today, store: releases, releases: Boolean(releases) });
  // A failure is logged there. Without published products the server starts, but is not ready.
  await releases?.refresh().catch(() => undefined);
  app.addHook("onRequest", async () => releases?.look());
  app.addHook("onListen", async () => releases?.start());
  app.addHook("onClose", async () => releases?.stop());
  const files = createFiles(config, app.log);
  app.addHook("onClose", files.close);
  const purgeNow = () => purge(db, { clock, config, sweepFiles: files.store.sweep });
  const jobs = await createJobs({ database, log: app.log, counts: metrics });
  for (const sentence of findWeakSettings(config)) app.log.warn(sentence);
  const outbox = await createOutbox({ db, jobs, config, log: app.log, counts: metrics });
  const wake = () => jobs.put(db, HANDOVER, "");
  const handover = createHandover({ db, config, log: app.log, counts: metrics, wake });
  await jobs.add(HANDOVER, { ...HANDOVER_TIMES, run: (_key, stopping) => handover.deliverDue(stopping) });
  await jobs.add("purge", { cron: EARLY, run: purgeNow });
  await jobs.add("seal", { cron: HOURLY, run: () => sealTrail(db) });
  app.addHook("onClose", jobs.stop);
  const providerParts = { log: app.log, counts: metrics, now: clock.now };
  const identityProvider = config.oidc && createProvider(config.oidc, config, providerParts);
  // Contacts the login environment at startup, so that the log shows how sessions are confirmed, or that it failed.
  if (config.oidc) app.addHook("onListen", () => void identityProvider?.find().catch(() => undefined));
  const recheck = identityProvider && createRecheck({ db, provider: identityProvider, now: clock.now, log: app.log });
  app.addHook("onClose", async () => void (await recheck?.settled()));
  const consents = createConsents(db, [APP_DIR, join(ROOT, "src/app/public")]);
  return {
    // Calls see only rows of their own office. Login, jobs and the audit trail use `allOfficesDb`.
    db: database.officeDb,
    allOfficesDb: db,
    files,
    clock,
    productsDir,
    products,
    releases,
    identityProvider,
    sessions: createSessions(db, { config, now: clock.now, recheck }),
    consents,
    jobs,
    outbox,
    mailUnderwriters: mailUnderwriters({ outbox, config, log: app.log }),
    handover,
    portfolio: createPortfolioPort(clock.today),
    purge: purgeNow,
    metrics,
    counts: metrics,
  };
}

/** Loads the form on every call, so that a newly published one applies without a restart. */
const checkRelationRules = (products: Products, clock: Clock) => async (data: Answers) => {
  const { bundle } = await products.portal();
  return bundle.contracts.relation?.(data, { today: clock.today(), lists: {} }) ?? [];
};

function findViewer(request: FastifyRequest) {
  const user = findUser(request);
  // `consent` is always true here: the guard refuses calls without it.
  return {
    login: user.login_name,
    intermediary: user.intermediary_number,
    language: findLanguage(request),
    consent: true,
  };
}

function listRoutes(app: FastifyInstance): Portal["routes"] {
  const routes: Portal["routes"] = [];
  app.addHook("onRoute", ({ method, url, config, schema }) => {
    const answer = describedAnswer(schema);
    for (const httpMethod of [method].flat()) {
      const { open = false, beforeConsent = false, file = false, audit } = config ?? {};
      routes.push({ method: httpMethod, url, open, beforeConsent, file, schema, audited: audit !== undefined, answer });
    }
  });
  return routes;
}
