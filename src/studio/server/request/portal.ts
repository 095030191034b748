// Runs the portal in the studio's process, for trying out requests: the server and the built pages, with an in-memory database of
// sample data and the studio's own releases. Its user, day and request are those of the request that was begun last.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import type { Answers } from "#engine/schema/types.ts";
import { buildApp, type Portal } from "#server/app.ts";
import { createClock } from "#server/config/clock.ts";
import { readConfig } from "#server/config/config.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { securityHeaders } from "#server/http/securityHeaders.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { BLOCK } from "#underwriting/sending.ts";

export interface PortalOptions {
  /** Folder for mail, which is written as files. */
  dataDir: string;
  productsDir: string;
  /** The built pages of the portal. */
  appDir: string;
  today: string | undefined;
  /** By default an in-memory database, which gets the sample data. */
  openDatabase?: (() => Promise<OpenDatabase>) | undefined;
}

/** The request that was begun last. Beginning another one overwrites every member. */
export interface Walk {
  user: string;
  product: string;
  today: string;
  since: Date;
  /** Where its calls begin. */
  address: string;
  /** Initial values of the request block. */
  block?: Answers | undefined;
  /** The inputs of the last premium. */
  priced?: Underwriting | undefined;
}

export interface StudioPortal extends Portal {
  walk: Walk;
  /** The day of the request, otherwise that of the machine. */
  today(): string;
  /** The headers that the portal's own pages send, for the user of the request. */
  enter(): Promise<Record<string, string>>;
}

/** Shorter than the idle time of a session, which is 60 minutes here. */
const ENTER_AGAIN_MS = 20 * 60_000;

const POLICY = "content-security-policy";
/** The pages are shown in a frame of the studio. */
const FRAMED = {
  "x-frame-options": "SAMEORIGIN",
  [POLICY]: securityHeaders({ production: false })[POLICY]!.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
};

export async function startPortal({ dataDir, productsDir, appDir, ...options }: PortalOptions): Promise<StudioPortal> {
  const config = readConfig({
    APP_ENV: "development",
    DATA_DIR: join(dataDir, "requests"),
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    SESSION_IDLE_MIN: "60",
  });
  const database = await (options.openDatabase?.() ?? openDatabase({}));
  const clock = createClock(options.today);
  const walk: Walk = { user: "v.voorbeeld", product: "", today: "", since: clock.now(), address: "" };
  const today = () => walk.today || clock.today();
  const portal = await buildApp({
    config,
    database,
    productsDir,
    clock: { ...clock, today },
    development: {
      page: async () => {
        const page = readFileSync(join(appDir, "index.html"), "utf8");
        return page.replace('name="today" content=""', `name="today" content="${today()}"`);
      },
      attach: async (app) => {
        app.addHook("onSend", async (_request, reply) => {
          if (reply.hasHeader("x-frame-options")) reply.headers(FRAMED);
        });
        app.addHook<Partial<FormsAnswer>>("preSerialization", async ({ url }, _reply, answer) => {
          const { address, block } = walk;
          if (!block || !answer.data || !url.startsWith(`${address}/wizard/steps/forms`)) return answer;
          return { ...answer, data: { ...answer.data, [BLOCK]: { data: block, meta: {} } } };
        });
      },
      priced: (_url, underwriting) => {
        walk.priced = underwriting;
      },
    },
  });
  const sessions = new Map<string, { headers: Promise<Record<string, string>>; at: number }>();
  return {
    ...portal,
    walk,
    today,
    enter() {
      const { user } = walk;
      const entered = sessions.get(user);
      if (entered && Date.now() - entered.at < ENTER_AGAIN_MS) return entered.headers;
      const headers = logIn(portal, user);
      sessions.set(user, { headers, at: Date.now() });
      return headers;
    },
    async close() {
      await portal.close();
      await database.close();
    },
  };
}

/** Logs in through the page of the demo accounts, and accepts both statements. */
async function logIn({ app, db }: Portal, login: string): Promise<Record<string, string>> {
  const form = await app.inject("/auth/login");
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1] ?? "";
  const headers = { "content-type": "application/x-www-form-urlencoded", cookie: writeCookies(form.cookies) };
  const payload = new URLSearchParams({ login, token }).toString();
  const entered = await app.inject({ method: "POST", url: "/auth/login", headers, payload });
  const { csrf_token } = await db
    .selectFrom("sessions")
    .select("csrf_token")
    .where("login_name", "=", login)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const session = {
    cookie: writeCookies(entered.cookies),
    "x-csrf-token": csrf_token,
    "x-requested-with": "XMLHttpRequest",
  };
  const accepted = { personal_data: true, cookies: true };
  await app.inject({ method: "POST", url: "/api/prerequisites", headers: session, payload: accepted });
  return session;
}

/** Without deleted ones. */
const writeCookies = (cookies: readonly { name: string; value: string }[]): string =>
  cookies
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
