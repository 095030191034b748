// Runs the real back end in the studio's process, for trying out requests: with an in-memory database of sample data, the studio's
// own releases, and a day per call.
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import type { Answers } from "#engine/schema/types.ts";
import { buildApp, type Portal } from "#server/app.ts";
import { createClock } from "#server/config/clock.ts";
import { readConfig } from "#server/config/config.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { BLOCK } from "#underwriting/sending.ts";

export interface PortalOptions {
  /** Folder for mail, which is written as files. */
  dataDir: string;
  productsDir: string;
  today: string | undefined;
  /** By default an in-memory database, which gets the sample data. */
  openDatabase?: (() => Promise<OpenDatabase>) | undefined;
}

interface Session {
  cookie: string;
  csrf: string;
}

export interface StudioPortal extends Portal {
  enter(login: string): Promise<Session>;
  /** Initial values of the request block, by `product/number` of the request. */
  blocks: Map<string, Answers>;
  /** The inputs of a request's last premium. */
  priced(product: string, number: number): Underwriting | undefined;
}

/** Header with the day (`today`) of a call. */
export const DAY_HEADER = "x-studio-day";
/** Shorter than the idle time of a session, which is 60 minutes here. */
const ENTER_AGAIN_MS = 20 * 60_000;

export async function startPortal({ dataDir, productsDir, today, ...options }: PortalOptions): Promise<StudioPortal> {
  const config = readConfig({
    APP_ENV: "development",
    DATA_DIR: join(dataDir, "requests"),
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    SESSION_IDLE_MIN: "60",
  });
  const database = await (options.openDatabase?.() ?? openDatabase({}));
  const days = new AsyncLocalStorage<string>();
  const priced = new Map<string, Underwriting>();
  const blocks = new Map<string, Answers>();
  const clock = createClock(today);
  const portal = await buildApp({
    config,
    database,
    productsDir,
    clock: { ...clock, today: () => days.getStore() || clock.today() },
    development: {
      page: async () => "",
      attach: async (app) => {
        keepDays(app, days);
        fillBlocks(app, blocks);
      },
      priced: (url, underwriting) => void priced.set(findPlace(url), underwriting),
    },
  });
  const sessions = new Map<string, { session: Promise<Session>; at: number }>();
  return {
    ...portal,
    blocks,
    enter(login) {
      const entered = sessions.get(login);
      if (entered && Date.now() - entered.at < ENTER_AGAIN_MS) return entered.session;
      const session = logIn(portal, login);
      sessions.set(login, { session, at: Date.now() });
      return session;
    },
    priced: (product, number) => priced.get(`${product}/${number}`),
    async close() {
      await portal.close();
      await database.close();
    },
  };
}

/** Parses `/api/aanvraag/{product}/{intermediary}/{number}/…`. */
function findPlace(url: string): string {
  const [, , , product, , number] = url.split("?")[0]?.split("/") ?? [];
  return `${product}/${number}`;
}

function keepDays(app: FastifyInstance, days: AsyncLocalStorage<string>): void {
  app.addHook("preHandler", (request, _reply, done) => days.run(String(request.headers[DAY_HEADER] ?? ""), done));
}

/** Adds the request block to the response with the forms, for a request that was begun with one. */
function fillBlocks(app: FastifyInstance, blocks: ReadonlyMap<string, Answers>): void {
  app.addHook<Partial<FormsAnswer>>("preSerialization", async ({ url }, _reply, answer) => {
    const block = isForms(url) ? blocks.get(findPlace(url)) : undefined;
    if (!block || !answer.data) return answer;
    return { ...answer, data: { ...answer.data, [BLOCK]: { data: block, meta: {} } } };
  });
}

const isForms = (url: string) => url.split("?")[0]?.endsWith("/wizard/steps/forms") ?? false;

/** Logs in through the page of the demo accounts, and accepts both statements. */
async function logIn({ app, db }: Portal, login: string): Promise<Session> {
  const form = await app.inject("/auth/login");
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1] ?? "";
  const headers = { "content-type": "application/x-www-form-urlencoded", cookie: readCookie(form.headers) };
  const payload = new URLSearchParams({ login, token }).toString();
  const cookie = readCookie((await app.inject({ method: "POST", url: "/auth/login", headers, payload })).headers);
  const { csrf_token: csrf } = await db
    .selectFrom("sessions")
    .select("csrf_token")
    .where("login_name", "=", login)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const accepted = { personal_data: true, cookies: true };
  const session = { cookie, csrf };
  await app.inject({ method: "POST", url: "/api/prerequisites", headers: toHeaders(session), payload: accepted });
  return session;
}

/** The headers that the portal's own pages send. */
export const toHeaders = ({ cookie, csrf }: Session) => ({
  cookie,
  "x-csrf-token": csrf,
  "x-requested-with": "XMLHttpRequest",
});

/** The cookies that a response set, without deleted ones. */
const readCookie = (headers: Record<string, unknown>): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((line) => String(line).split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
