// Login with the providers that insurers use, by their documented answers (providers/*.json): claims, token rotation, lost and late
// answers, key rotation, forged tokens, spelling of the issuer, logout.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { buildApp, type Portal } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { SERVICES } from "#server/operations/doctor/examineServices.ts";
import { fillText, serverTexts } from "#server/texts/serverTexts.ts";
import {
  makeKey,
  type Recording,
  type ReplayedProvider,
  replayProvider,
  type Signer,
  signToken,
} from "../../support/recordedProvider.ts";
import { startServer, type TestServer } from "../../support/server.ts";

const FOLDER = join(import.meta.dirname, "providers");
export const RECORDINGS = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recording,
);
const SECRET = "a-secret-of-the-client";

let server: TestServer;
let now = new Date();
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
interface Started {
  portal: Portal;
  provider: ReplayedProvider;
  lines(): { msg: string; [name: string]: unknown }[];
}

const closing: (() => Promise<void>)[] = [];

async function start(recording: Recording, env: Record<string, string> = {}): Promise<Started> {
  const provider = replayProvider(recording);
  vi.stubGlobal("fetch", provider.fetch);
  const config = readConfig({
    APP_ENV: "test",
    DATA_DIR: server.config.dataDir,
    OIDC_CLIENT_ID: "portal",
    OIDC_CLIENT_SECRET: SECRET,
    LOG_LEVEL: "warn",
    // The time limit of the provider is a part of it, which a slow machine must not need.
    REQUEST_TIMEOUT_MS: "120000",
    ...recording.settings,
    ...env,
  });
  const lines: string[] = [];
  const log = new PassThrough().on("data", (part) => lines.push(...String(part).trim().split("\n")));
  const clock = { now: () => now, today: () => "2026-11-20" };
  const portal = await buildApp({ config, database: server.database, clock, log });
  closing.push(() => portal.app.close());
  return { portal, provider, lines: () => lines.map((line) => JSON.parse(line)) };
}

async function begin({ portal }: Started, cookies = "") {
  const answer = await portal.app.inject({ url: "/auth/login", headers: { cookie: cookies, accept: "text/html" } });
  const cookie = [cookies, ...answer.cookies.map(({ name, value }) => `${name}=${value}`)].filter(Boolean).join("; ");
  return { answer, address: String(answer.headers.location), cookie };
}
async function comeBack(started: Started, cookies = "") {
  const { address, cookie } = await begin(started, cookies);
  const url = started.provider.authorize(address);
  const answer = await started.portal.app.inject({ url, headers: { cookie, accept: "text/html" } });
  const session = answer.cookies.find(({ name, value }) => name === "session" && value !== "");
  return { answer, address, session: session && `session=${session.value}` };
}
async function logIn(started: Started, cookies = ""): Promise<string> {
  const { answer, session } = await comeBack(started, cookies);
  if (!session) throw new Error(`${answer.body}\n${JSON.stringify(started.lines())}`);
  return session;
}
const readProfile = async ({ portal }: Started, cookie: string) =>
  (await portal.app.inject({ url: "/api/profile/me", headers: { cookie } })).json();
const isIn = async (started: Started, cookie: string): Promise<boolean> =>
  (await readProfile(started, cookie)).loggedIn;
const readAccount = () =>
  server.db.selectFrom("users").select("subject").where("login_name", "=", "v.voorbeeld").executeTakeFirstOrThrow();
const readSession = () => server.db.selectFrom("sessions").select(["confirmed_at", "tokens"]).executeTakeFirst();
async function countRemoved(): Promise<number> {
  const rows = await server.db.selectFrom("audit").select("detail").where("action", "=", "session ended").execute();
  return rows.filter(({ detail }) => (detail as { why?: string } | null)?.why === "removed").length;
}

/** Starts a server for the file, and makes every test begin without sessions and with an account that no login has linked. */
export function serveRecordings(): void {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await server?.stop();
    vi.unstubAllGlobals();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("sessions").execute();
    await server.db.updateTable("users").set({ subject: null }).where("login_name", "=", "v.voorbeeld").execute();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
}

export function tellLogins(recording: Recording): void {
  describe(recording.name, () => {
    const { metadata, rotation, role } = recording;

    test("the first login finds the account by e-mail address, later ones by subject, with the role of the claim", async () => {
      const started = await start(recording);
      expect(await readProfile(started, await logIn(started))).toMatchObject({ loginName: "v.voorbeeld", role });
      started.provider.claim({ email: undefined, email_verified: undefined });
      expect(await readProfile(started, await logIn(started))).toMatchObject({ loginName: "v.voorbeeld", role });
    });

    test("a session is confirmed again and again, and ends for a removed user", async () => {
      const started = await start(recording);
      const [cookie, removed] = [await logIn(started), await countRemoved()];
      for (let turn = 1; turn <= 3; turn += 1) {
        later(61);
        expect(await isIn(started, cookie), `turn ${turn}`).toBe(true);
      }
      expect(started.provider.countFetches(metadata.token_endpoint)).toBe(4);
      started.provider.revoke();
      later(61);
      expect(await isIn(started, cookie)).toBe(false);
      expect(await countRemoved()).toBe(removed + 1);
    });

    test("a lost answer does not log the user out: the browser logs in without a page at most", async () => {
      const started = await start(recording);
      const [cookie, removed] = [await logIn(started), await countRemoved()];
      started.provider.onToken(() => Promise.reject(new TypeError("fetch failed")));
      later(61);
      expect(await isIn(started, cookie), "the provider is away").toBe(true);
      started.provider.onToken(async (answer) => answer);
      later(61);
      expect(await isIn(started, cookie)).toBe(rotation !== "strict");
      if (rotation !== "strict") return;
      const { address, session } = await comeBack(started, cookie);
      expect(new URL(address).searchParams.get("prompt")).toBe("none");
      expect(await isIn(started, session ?? "")).toBe(true);
      expect(await countRemoved()).toBe(removed);
    });

    test("a late answer counts: its token is the one that the provider knows", async () => {
      const started = await start(recording, { REQUEST_TIMEOUT_MS: "5000" });
      const cookie = await logIn(started);
      let release = () => {};
      started.provider.onToken((answer) => new Promise((resolve) => (release = () => resolve(answer))));
      later(61);
      expect(await isIn(started, cookie)).toBe(true);
      started.provider.onToken(async (answer) => answer);
      release();
      const confirmed = () => server.db.selectFrom("sessions").select("confirmed_at").executeTakeFirstOrThrow();
      await expect.poll(async () => (await confirmed()).confirmed_at, { timeout: 10_000 }).toEqual(now);
      later(61);
      expect(await isIn(started, cookie)).toBe(true);
      expect(await server.db.selectFrom("sessions").select("login_name").execute()).toHaveLength(1);
    });

    test("keys that rotate, under a new name or the same one, stop neither logins nor sessions", async () => {
      const started = await start(recording);
      const cookie = await logIn(started);
      expect(started.provider.countFetches(metadata.jwks_uri)).toBe(1);
      started.provider.rotateKey();
      expect(await isIn(started, await logIn(started))).toBe(true);
      started.provider.rotateKey(recording.header.kid);
      later(61);
      expect(await isIn(started, cookie)).toBe(true);
      started.provider.rotateKey(recording.header.kid);
      expect(await isIn(started, await logIn(started))).toBe(true);
      expect(started.provider.countFetches(metadata.jwks_uri), "once for each rotation").toBe(4);
    });

    test("without its published keys no user gets in", async () => {
      const started = await start(recording);
      started.provider.stopPublishing();
      const { answer, session } = await comeBack(started);
      expect(session).toBe(undefined);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    });

    test("logout leads to the provider with what each of them requires", async () => {
      const started = await start(recording);
      const cookie = await logIn(started);
      const answer = await started.portal.app.inject({ url: "/auth/logout", headers: { cookie } });
      const address = new URL(String(answer.headers.location));
      expect(address.href.startsWith(String(Reflect.get(metadata, "end_session_endpoint")))).toBe(true);
      const back = "http://127.0.0.1:3000/";
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        client_id: "portal",
        post_logout_redirect_uri: back,
        logout_uri: back,
      });
    });
  });
}

/** How tokens are checked does not depend on the provider. */
export function tellForgedTokens(recording: Recording): void {
  const foreign = makeKey("foreign");
  const jwk = foreign.publicKey.export({ format: "jwk" });
  const { header } = recording;
  const FORGED: [string, Signer][] = [
    [
      "a foreign key under the known name",
      (claims, { kid }) => signToken({ ...header, kid }, claims, foreign.privateKey),
    ],
    [
      "a foreign key under an unknown name",
      (claims) => signToken({ ...header, kid: "foreign" }, claims, foreign.privateKey),
    ],
    ["a foreign key in its header (jwk)", (claims) => signToken({ alg: "RS256", jwk }, claims, foreign.privateKey)],
    [
      "an address of keys in its header (jku)",
      (claims) =>
        signToken({ ...header, kid: "foreign", jku: "https://evil.example/keys" }, claims, foreign.privateKey),
    ],
    ["no algorithm", (claims) => signToken({ ...header, alg: "none" }, claims, undefined)],
    ["the client's secret (HS256)", (claims) => signToken({ ...header, alg: "HS256" }, claims, SECRET)],
    [
      "the public key as a secret (HS256)",
      (claims, { publicKey }) =>
        signToken({ ...header, alg: "HS256" }, claims, String(publicKey.export({ format: "pem", type: "spki" }))),
    ],
    [
      "a signature of other claims",
      (claims, { kid, privateKey }) => {
        const [head, , signature] = signToken({ ...header, kid }, { ...claims, sub: "somebody" }, privateKey).split(
          ".",
        );
        return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      },
    ],
    [
      "no signature",
      (claims, { kid, privateKey }) => signToken({ ...header, kid }, claims, privateKey).replace(/[^.]+$/, ""),
    ],
    [
      "a garbage signature",
      (claims, { kid, privateKey }) => signToken({ ...header, kid }, claims, privateKey).replace(/[^.]+$/, "AAAA"),
    ],
    [
      "a time of issue in the future",
      (claims, { kid, privateKey }) =>
        signToken(
          { ...header, kid },
          { ...claims, iat: Number(claims.iat) + 3_600, exp: Number(claims.exp) + 7_200, nbf: undefined },
          privateKey,
        ),
    ],
  ];

  describe("an ID token with", () => {
    // One portal for all of them: a refused token leaves nothing behind.
    let started: Started;
    beforeAll(async () => {
      started = await start(recording);
      closing.length = 0;
    });
    afterAll(() => started.portal.app.close());
    beforeEach(() => {
      vi.stubGlobal("fetch", started.provider.fetch);
      started.provider.signWith(undefined);
    });

    test.each(FORGED)("%s does not log in, and links no account", async (_what, signer) => {
      started.provider.signWith(signer);
      const { answer, session } = await comeBack(started);
      expect([answer.statusCode, session]).toEqual([403, undefined]);
      expect(await readAccount()).toEqual({ subject: null });
    });

    test.each(FORGED)("%s confirms no session", async (_what, signer) => {
      const cookie = await logIn(started);
      const before = await readSession();
      started.provider.signWith(signer);
      later(61);
      await isIn(started, cookie);
      expect(await readSession()).toEqual(before);
      later(15 * 60);
      expect(await isIn(started, cookie), "a quarter of an hour later").toBe(false);
    });
  });
}

export function tellMisspelt(recording: Recording): void {
  describe(`${recording.name}, with an issuer that is not its own`, () => {
    const { OIDC_ISSUER = "", issuer = null } = recording.misspelt ?? {};

    test.each(LANGUAGES)("the broker reads that login is not set up, and whom to call (%s)", async (language) => {
      const started = await start(recording, { OIDC_ISSUER });
      const { answer } = await begin(started, `language=${language}`);
      const { refusals, login_refused: login } = serverTexts[language];
      const { phone, email } = server.config.support[language];
      expect(answer.statusCode).toBe(503);
      const body = answer.body.replaceAll("&#39;", "'");
      expect(body).toContain(refusals["unavailable.login_setup"]);
      expect(body).toContain(
        fillText(login.now["unavailable.login_setup"], { phone: phone.replaceAll(" ", "\u00a0"), email }),
      );
      expect(body).not.toContain(refusals["unavailable.login"]);
    });

    test("log and doctor name both issuers", async () => {
      const started = await start(recording, { OIDC_ISSUER });
      await begin(started);
      const logged = started.lines().map(({ msg }) => msg);
      const config = readConfig({ APP_ENV: "test", OIDC_CLIENT_ID: "portal", ...recording.settings, OIDC_ISSUER });
      const examined = await SERVICES.OIDC_ISSUER?.(config).catch((error: Error) => error.message);
      for (const sentence of [logged.join("\n"), String(examined)]) {
        expect(sentence).toContain(OIDC_ISSUER);
        expect(sentence).toContain(issuer ?? "status 404");
      }
    });
  });
}
