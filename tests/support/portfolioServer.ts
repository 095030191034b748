// The portfolio's calls on an embedded database with the sample data, each asked as a named user. It has the server's own
// error handler; login and consent are tested elsewhere.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import { publish } from "#content/publish.ts";
import { type BundleModule, toBundle } from "#engine/contract.ts";
import type { JsonObject } from "#engine/types.ts";
import { languageOf, userOf } from "#server/auth/user.ts";
import { checkBodies } from "#server/bodyShape.ts";
import { clockOf } from "#server/clock.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { seedAccounts } from "#server/db/samples.ts";
import type { UserRow } from "#server/db/schema.ts";
import { handleErrors } from "#server/errorHandler.ts";
import { addPortfolioRoutes } from "#server/portfolio/routes.ts";
import { seedPortfolio } from "#server/portfolio/seed.ts";

export const TODAY = "2026-11-20";
export const PROVIDER = "Voorbeeld Verzekeraar";

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  body: JsonObject;
}

export interface PortfolioServer {
  app: FastifyInstance;
  db: Db;
  get(login: string, url: string, language?: string): Promise<Answer>;
  post(login: string, url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export async function openPortfolioServer(): Promise<PortfolioServer> {
  const { db, close } = await openDatabase({});
  await seedAccounts(db);
  await seedPortfolio(db);
  const { rules, remove } = await relationRules();
  const app = Fastify({
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  await app.register(cookie);
  app.decorateRequest("user", null);
  app.addHook("onRequest", async (request) => {
    const login = String(request.headers["x-test-login"]);
    const user = await db.selectFrom("users").selectAll().where("login_name", "=", login).executeTakeFirst();
    request.user = { ...(user as UserRow), csrf_token: "", intermediary_name: null };
  });
  checkBodies(app);
  handleErrors(app);
  await addPortfolioRoutes(app, {
    db,
    provider: PROVIDER,
    clock: clockOf(TODAY),
    relationRules: rules,
    viewer: (request) => {
      const { login_name, intermediary_number } = userOf(request);
      const consent = request.headers["x-test-consent"] !== "no";
      return { login: login_name, intermediary: intermediary_number, language: languageOf(request), consent };
    },
  });

  const ask = async (login: string, options: InjectOptions): Promise<Answer> => {
    const answer = await app.inject({ ...options, headers: { "x-test-login": login, ...options.headers } });
    const json = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      body: json ? (answer.json() as JsonObject) : {},
    };
  };
  return {
    app,
    db,
    get: (login, url, language) => ask(login, { url, ...(language ? { cookies: { language } } : {}) }),
    post: (login, url, body, headers = {}) => ask(login, { method: "POST", url, payload: body as object, headers }),
    async close() {
      await app.close();
      await close();
      remove();
    },
  };
}

/** The relation form's contract as it is published. */
async function relationRules() {
  const folder = mkdtempSync(join(tmpdir(), "portfolio-"));
  const schemas = new URL("../../schemas", import.meta.url).pathname;
  const { portal } = await publish(schemas, folder);
  if (!portal) throw new Error("The portal's forms are not published");
  const file = join(folder, "public", portal.bundle.replace("/products/", ""));
  const contract = toBundle((await import(/* @vite-ignore */ file)) as BundleModule, portal.release).contracts.relation;
  if (!contract) throw new Error("The portal has no relation form");
  return {
    rules: async (data: JsonObject) => contract(data, { lists: {}, today: TODAY }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
