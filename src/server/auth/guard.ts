// Checks every call under /api: session, cross-site request forgery, consent, role. A route is exempt only through its
// `config`. Without it all checks apply.
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { OFFICE, ROLES, type Role } from "../config/roles.ts";
import { ALL_OFFICES, runForUser } from "../db/office.ts";
import { PortalError } from "../http/errors/portalError.ts";
import { listKinds } from "../portfolio/lists/listKinds.ts";
import type { Consents } from "./consents.ts";
import { sameText } from "./sameText.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { SessionUser } from "./user.ts";

/** The roles that may make a call, by the first segment after /api/. The server does not start with a route whose segment is missing. */
const MAY_CALL: Record<string, readonly Role[]> = {
  profile: ROLES,
  prerequisites: ROLES,
  analytics: ROLES,
  sessions: ROLES,
  office: ["administrator"],
  ...Object.fromEntries(listKinds.map(({ path }) => [path, OFFICE])),
  employees: OFFICE,
  attention: OFFICE,
  requests: OFFICE,
  aanvraag: OFFICE,
  referrals: ["underwriter"],
  audit: ["auditor"],
};

const API = "/api/";

export function findRoles(url: string): readonly Role[] {
  // Runs with every call, so it avoids splitting the URL.
  const end = url.indexOf("/", API.length);
  const roles = MAY_CALL[url.slice(API.length, end < 0 ? undefined : end)];
  if (!roles) throw new Error(`${url} has no roles in auth/guard.ts: add its first segment to MAY_CALL`);
  return roles;
}

/** Compares the pattern of the route, not the address: `/%61pi/...` is the same route. */
const isBelow =
  (path: string) =>
  ({ routeOptions }: FastifyRequest) =>
    routeOptions.url?.startsWith(path) === true;
const isCall = isBelow(API);
const isLogin = isBelow("/auth/");

/** Sets `request.user`. Runs before the rate limit, which counts per user. */
export function findUsers(app: FastifyInstance, sessions: Sessions): void {
  app.decorateRequest("user", null);
  app.decorateRequest("loginOf", null);
  app.addHook("onRequest", async (request) => {
    if (!isCall(request)) return;
    const session = await sessions.find(request);
    request.user = typeof session === "object" ? session : null;
  });
}

export function addGuard(app: FastifyInstance, parts: { consents: Consents; config: Config }): void {
  const { consents, config } = parts;
  app.addHook("onRoute", ({ url }) => {
    if (url.startsWith(API)) findRoles(url);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    if (isCall(request)) checkCall(request, consents, config);
    done();
  });
  app.addHook("preHandler", (request, _reply, done) => {
    const { user } = request;
    if (!user) return done();
    const office = worksForAllOffices(user.role) ? ALL_OFFICES : user.intermediary_number;
    runForUser({ office, login: user.login_name }, done);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.user) {
      // With these headers the browser warns before the session ends (WCAG 2.2.1). Another back end need not send them.
      reply.header("x-session-ends-in", Math.floor(request.user.session_ends_in / 1000));
      reply.header("x-session-final-in", Math.floor(request.user.session_final_in / 1000));
      // With this header an old tab notices that another user has logged in. A hash, because proxies may log headers.
      reply.header("x-session-user", hash("sha256", request.user.login_name, "base64url").slice(0, 16));
    }
    if ((isCall(request) || isLogin(request)) && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    done();
  });
}

/** Users of the insurer see the rows of all offices. */
const worksForAllOffices = (role: Role): boolean => !OFFICE.includes(role);

function checkCall(request: FastifyRequest, consents: Consents, config: Config): void {
  const { user, method } = request;
  const route = request.routeOptions.config;
  if (!user && route.open) return;
  if (!user) throw new PortalError("not_logged_in");
  if (method !== "GET" && method !== "HEAD") checkOrigin(request, user, config);
  if (!route.open && !route.beforeConsent && !consents.given(user)) throw new PortalError("consent_required");
  checkRole(request, user);
}

/** Only the role decides, so that the response is the same whether or not a number exists. */
function checkRole({ routeOptions }: FastifyRequest, { role }: SessionUser): void {
  if (!findRoles(routeOptions.url ?? "").includes(role)) throw new PortalError("forbidden");
}

/** CSRF protection: a change must come from our own page, proven by fetch metadata, origin, marker header and the session's token. */
function checkOrigin(request: FastifyRequest, user: SessionUser, config: Config): void {
  const site = request.headers["sec-fetch-site"];
  const sameSite = site === undefined || site === "same-origin";
  const marked = request.headers["x-requested-with"] === "XMLHttpRequest";
  const token = request.headers["x-csrf-token"];
  const proven = typeof token === "string" && sameText(token, user.csrf_token);
  if (sameSite && ownOrigin(request, config) && marked && proven) return;
  request.log.warn({ sameSite, marked, proven }, "change refused: not proven to come from our page");
  throw new PortalError("csrf");
}

function ownOrigin(request: FastifyRequest, config: Config): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === config.baseUrl) return true;
  return config.env !== "production" && (origin === `http://${host}` || origin === `https://${host}`);
}
