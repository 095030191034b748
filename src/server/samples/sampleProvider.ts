// The login environment for development: an OpenID Connect provider in this process, whose page offers the sample
// accounts, so that the real login flow runs wherever the portal is tried out. Never in production, and not in a
// release archive, which lacks the package. There, and in tests that log in thousands of times, sampleLogin.ts replaces
// it.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Configuration, JWKS } from "oidc-provider";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import type { LoginParts } from "../auth/login/loginParts.ts";
import { escapeHtml, page } from "../auth/login/page.ts";
import { findLanguage } from "../auth/user.ts";
import type { Config, OidcConfig } from "../config/config.ts";
import { ROLES } from "../config/roles.ts";
import { PortalError } from "../http/errors/portalError.ts";
import { serverTexts } from "../texts/serverTexts.ts";
import { buildAccounts, html } from "./sampleLogin.ts";
import { SampleStore } from "./sampleStore.ts";

/** Fixed, because accounts are linked to the issuer. */
const ISSUER = "http://localhost/auth/sample";
const MOUNT = "/auth/sample";
const ACCOUNTS = "/auth/sample-accounts";
const SCOPE = "openid profile email";
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
type Parts = Pick<LoginParts, "db" | "styleSheets">;

export interface SampleProvider {
  oidc: OidcConfig;
  /** Calls the provider in this process, without the network. */
  fetch: typeof fetch;
  attach(app: FastifyInstance, parts: Parts): void;
}

type Place = Pick<Config, "env" | "baseUrl" | "dataDir">;
/** For tests of environments that give no refresh token. */
interface Grants {
  refreshTokens?: boolean;
}

export function createSampleProvider(config: Place, grants: Grants = {}): SampleProvider {
  if (config.env === "production") throw new Error("Production has a login environment of its own.");
  const base = new URL(config.baseUrl);
  const oidc: OidcConfig = {
    issuer: ISSUER,
    clientId: "portal",
    clientSecret: randomBytes(32).toString("hex"),
    scope: SCOPE,
    emailTrusted: false,
    roleClaim: "role",
    roles: new Map(ROLES.map((role) => [role, role])),
  };
  let app: FastifyInstance | undefined;
  const inProcess: typeof fetch = async (input, init) => {
    if (!app) throw new TypeError("the sample login environment is not attached");
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const answer = await app.inject({
      method: request.method as "GET",
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), host: base.host },
      payload: await request.text(),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  return {
    oidc,
    fetch: inProcess,
    attach(portal, parts) {
      app = portal;
      // Created at the first login, because the package is slow to load.
      let made: Promise<Provider> | undefined;
      const find = () => {
        made ??= makeProvider({ ...config, ...grants }, oidc, inProcess, parts);
        return made;
      };
      mountProvider(portal, find);
      addAccountsPage(portal, find, parts);
      keepHost(portal, base);
    },
  };
}

async function makeProvider(
  { baseUrl, dataDir, refreshTokens = true }: Place & Grants,
  { clientId, clientSecret }: OidcConfig,
  fetch: SampleProvider["fetch"],
  parts: Parts,
): Promise<Provider> {
  const { default: OidcProvider } = await import("oidc-provider");
  const store = new SampleStore(join(dataDir, "sample-provider.json"));
  const { secret } = store.keep("secret", () => ({ secret: randomBytes(32).toString("hex") }));
  const client = {
    client_id: clientId,
    client_secret: clientSecret ?? "",
    token_endpoint_auth_method: "client_secret_post" as const,
    id_token_signed_response_alg: "ES256" as const,
    grant_types: ["authorization_code", ...(refreshTokens ? ["refresh_token"] : [])],
    redirect_uris: [`${baseUrl}/auth/callback`],
    post_logout_redirect_uris: [`${baseUrl}/`],
    backchannel_logout_uri: `${baseUrl}/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
  };
  const provider = new OidcProvider(ISSUER, {
    adapter: (name) => store.adapter(name),
    jwks: store.keep("keys", makeKeys),
    cookies: { keys: [secret] },
    ttl: {
      AccessToken: HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      Grant: DAY_S,
      RefreshToken: DAY_S,
      Session: DAY_S,
    },
    clients: [client],
    claims: { openid: ["sub", "role"], profile: ["name", "locale"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    fetch,
    findAccount: (_ctx, login) => findAccount(parts, login),
    issueRefreshToken: async () => refreshTokens,
    loadExistingGrant: agree,
    interactions: { url: (_ctx, { uid }) => `${ACCOUNTS}/${uid}` },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: showLogout(parts), postLogoutSuccessSource: goHome },
    },
  } satisfies Configuration);
  provider.proxy = baseUrl.startsWith("https:");
  return provider;
}

function makeKeys(): JWKS {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] } as JWKS;
}

async function findAccount({ db }: Parts, login: string) {
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where("login_name", "=", login)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!user) return undefined;
  const { full_name: name, email, language: locale, role } = user;
  return { accountId: login, claims: () => ({ sub: login, name, email, email_verified: true, locale, role }) };
}

/** Grants the scope without asking the user. */
const agree: Configuration["loadExistingGrant"] = async ({ oidc: { provider, client, session } }) => {
  const who = { clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" };
  const grant = new provider.Grant(who);
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
};

/** The page submits itself, as the user has already chosen to log out. */
const showLogout =
  ({ styleSheets }: Parts) =>
  async (ctx: { cookies: { get(name: string): string | undefined }; body: unknown; type: string }, form: string) => {
    const language = readLanguage(ctx.cookies.get("language")) ?? DEFAULT_LANGUAGE;
    const { logout: title } = serverTexts[language].login;
    const button = `<button class="button button-primary" form="op.logoutForm" name="logout" value="yes">${escapeHtml(title)}</button>`;
    const body = `<h1>${escapeHtml(title)}</h1>${form}${button}<script>document.querySelector("button").click()</script>`;
    ctx.type = "html";
    ctx.body = page({ title, body, styleSheets: styleSheets(), language });
  };

const goHome = (ctx: { redirect(to: string): void }) => ctx.redirect("/");

/** Mounts the provider without body parsers, as it reads bodies itself. */
function mountProvider(app: FastifyInstance, find: () => Promise<Provider>): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.route({
      method: ["GET", "POST"],
      url: `${MOUNT}/*`,
      handler: async (request, reply) => {
        const handle = (await find()).callback();
        reply.hijack();
        const { raw } = request;
        Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(MOUNT.length) });
        await handle(raw, reply.raw);
      },
    });
  });
}

function addAccountsPage(app: FastifyInstance, find: () => Promise<Provider>, { db, styleSheets }: Parts): void {
  /** Undefined after an answer, and ten minutes later. */
  const findInteraction = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const provider = await find();
    return provider.interactionDetails(raw, reply.raw).then(
      () => provider,
      () => undefined,
    );
  };
  app.get(`${ACCOUNTS}/:uid`, async (request, reply) => {
    // Who comes back to it with Back may be logged in by now: the portal knows.
    if (!(await findInteraction(request, reply))) return reply.redirect("/", 303);
    const language = findLanguage(request);
    const body = await buildAccounts(db, { language, action: request.url });
    return html(reply, page({ title: serverTexts[language].login.title, body, styleSheets: styleSheets(), language }));
  });
  app.post(`${ACCOUNTS}/:uid`, async (request, reply) => {
    const provider = await findInteraction(request, reply);
    if (!provider) throw new PortalError("login_refused.lost");
    const { login } = (request.body ?? {}) as { login?: string };
    if (!(await findAccount({ db, styleSheets }, String(login)))) throw new PortalError("unknown_account");
    const result = { login: { accountId: String(login) } };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

/** A login returns to the portal's own address, so one that begins under another host name is redirected there first. */
function keepHost(app: FastifyInstance, base: URL): void {
  app.addHook("onRequest", async ({ url, host, routeOptions }, reply) => {
    if (routeOptions.url === "/auth/login" && host !== base.host) return reply.redirect(base.origin + url, 303);
  });
}
