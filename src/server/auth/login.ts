// Login and logout: at the identity provider where one is configured, else (never in production) without a password.
import type { FastifyInstance } from "fastify";
import { addDevLogin, type LoginParts } from "./devLogin.ts";
import { addOidcLogin, type OidcLogin } from "./oidc.ts";
import { LOGGED_OUT, type Sessions } from "./sessions.ts";

/** `ready`: whether somebody could log in; an environment that was found once is ready. */
export function addLogin(app: FastifyInstance, parts: LoginParts): { ready(): Promise<unknown> } {
  const { config, sessions } = parts;
  const oidc = config.oidc ? addOidcLogin(app, parts) : undefined;
  if (!oidc && config.devLogin) addDevLogin(app, parts);
  addLogout(app, sessions, oidc);
  return { ready: async () => oidc?.ready() };
}

/** Logout is a link, so a GET: one that comes from another site changes nothing. */
function addLogout(app: FastifyInstance, sessions: Sessions, oidc: OidcLogin | undefined): void {
  app.get("/auth/logout", { exposeHeadRoute: false }, async (request, reply) => {
    const site = request.headers["sec-fetch-site"];
    if (site === "cross-site" || site === "same-site") return reply.redirect("/", 303);
    reply.setCookie(LOGGED_OUT, "1", { path: "/", sameSite: "lax", maxAge: 31_536_000 });
    const idToken = await sessions.end(request, reply);
    const further = idToken ? await oidc?.endSessionUrl(idToken).catch(() => undefined) : undefined;
    return reply
      .header("cache-control", "no-store")
      .header("clear-site-data", '"cache"')
      .redirect(further ?? "/", 303);
  });
}
