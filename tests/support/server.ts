// A server for tests: the real application on a copy of the model database, called without a socket. Every test file makes its
// own, but for those of the wizard (tests/wizard/support/request.ts).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { InjectOptions, Response } from "light-my-request";
import pg from "pg";
import type { Language } from "#engine/values/languages.ts";
import { type AppOptions, buildApp, type Portal } from "#server/app.ts";
import { type Config, readConfig } from "#server/config/config.ts";
import { type Db, type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { dataDirectory } from "./model.ts";
import { TODAY } from "./today.ts";
import { refuseUntold } from "./untold.ts";

export { TODAY };

export interface TestServer extends Portal {
  db: Db;
  database: OpenDatabase;
  config: Config;
  stop(): Promise<void>;
}
export interface StartOptions extends Partial<Omit<AppOptions, "config" | "database">> {
  today?: string;
  env?: Record<string, string>;
  /** Absent: one of its own, until the test file ends. */
  dataDir?: string;
}

export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const { today = TODAY, env, dataDir = dataDirectory(), ...rest } = options;
  const config = readConfig({
    APP_ENV: "test",
    TODAY: today,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "1000000",
    ...env,
  });
  const database = await openTestDatabase(dataDir);
  const portal = await buildApp({ judgeAnswers: true, ...rest, config, database });
  const stop = async () => {
    await portal.app.close();
    await database.close();
  };
  return { ...portal, db: database.db, database, config, stop };
}

const keeper = globalThis as { keptEngine?: Promise<WebAssembly.Module> };

/**
 * The embedded database's program, compiled once for all files of a worker: V8 gives the same optimised code to every
 * thread that asks for it, as long as it is referenced. Otherwise each file would compile it and warm it up again.
 */
async function keepEngine(): Promise<void> {
  const program = fileURLToPath(import.meta.resolve("@electric-sql/pglite").replace(/index\.js$/, "pglite.wasm"));
  keeper.keptEngine ??= readFile(program).then((bytes) => WebAssembly.compile(bytes));
  await keeper.keptEngine;
}

/**
 * A copy of the model or, with TEST_DATABASE_URL, a new database on that PostgreSQL server (tests run on both engines).
 */
export async function openTestDatabase(dataDir = dataDirectory()): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    await keepEngine();
    return openDatabase({ directory: join(dataDir, "database"), migrate: false });
  }
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return openDatabase({ url: Object.assign(new URL(server), { pathname: `/${name}` }).href });
}

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
export interface ClientOptions {
  body?: unknown;
  headers?: Record<string, string | undefined>;
  query?: Record<string, string | number>;
}

/** A browser that is logged in: cookies, token and marker as our own page sends them. */
export interface Client {
  call(method: Method, path: string, options?: ClientOptions): Promise<Response>;
  /** Like `call`, but answers the parsed body and refuses every other status. */
  ok<T = Record<string, unknown>>(method: Method, path: string, options?: ClientOptions): Promise<T>;
  upload(path: string, name: string, content: Uint8Array | string, headers?: Record<string, string>): Promise<Response>;
  cookie: string;
  csrf: string;
  /** For calls in French. */
  language(language: Language): void;
}

/** Logs in through the development login page and, by default, accepts the prerequisites. */
export async function loginAs(server: Portal, login: string, options: { consent?: boolean } = {}): Promise<Client> {
  const { app } = server;
  const form = await app.inject({ method: "GET", url: "/auth/login" });
  const loginCookie = readCookie(form);
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1] ?? "";
  const answer = await app.inject({
    method: "POST",
    url: "/auth/login",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: loginCookie },
    payload: new URLSearchParams({ login, token }).toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`login as ${login} answered ${answer.statusCode}: ${answer.body}`);
  const client = createClient(
    server,
    readCookie(answer, "session"),
    await readCsrf(server, readCookie(answer, "session")),
  );
  if (options.consent !== false)
    await client.ok("POST", "/api/prerequisites", { body: { personal_data: true, cookies: true } });
  return client;
}

async function readCsrf({ app }: Portal, cookie: string): Promise<string> {
  return (await app.inject({ url: "/api/profile/me", headers: { cookie } })).json().csrfToken;
}

function readCookie(response: Response, name?: string): string {
  const all = response.cookies.filter(
    (cookie) => cookie.value !== "" && (name === undefined || cookie.name.endsWith(name)),
  );
  return all.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
}

export function createClient(server: Portal, cookie: string, csrf: string): Client {
  let language = "";
  const standard = () => ({
    cookie: `${cookie}${language}`,
    "x-requested-with": "XMLHttpRequest",
    "x-csrf-token": csrf,
  });
  const client: Client = {
    cookie,
    csrf,
    language: (chosen) => {
      language = `; language=${chosen}`;
    },
    async call(method, path, { body, headers = {}, query } = {}) {
      const sentHeaders = Object.entries({ ...standard(), ...headers }).filter(([, value]) => value !== undefined);
      const request: InjectOptions = {
        method,
        url: path,
        headers: Object.fromEntries(sentHeaders) as Record<string, string>,
      };
      if (query) request.query = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
      if (body !== undefined) {
        request.payload = typeof body === "string" ? body : JSON.stringify(body);
        request.headers = { "content-type": "application/json", ...request.headers };
      }
      const response = await server.app.inject(request);
      refuseUntold(`${method} ${path}`, response.body);
      return response;
    },
    async ok<T>(method: Method, path: string, options?: ClientOptions) {
      const response = await client.call(method, path, options);
      if (response.statusCode >= 300)
        throw new Error(`${method} ${path} answered ${response.statusCode}: ${response.body}`);
      return (response.body ? response.json() : {}) as T;
    },
    async upload(path, name, content, headers = {}) {
      const boundary = "----test-boundary";
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
      return server.app.inject({
        method: "POST",
        url: path,
        payload,
        headers: { ...standard(), ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
      });
    },
  };
  return client;
}
