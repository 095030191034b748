// Login and logout: at the identity provider if one is configured, else without a password (never in production).
import type { FastifyInstance } from "fastify";
import type { Provider } from "../provider/provider.ts";
import { addBackChannelLogout } from "../sessions/backChannel.ts";
import { LOGGED_OUT } from "../sessions/sessions.ts";
import type { LoginParts } from "./loginParts.ts";
import { addOidcLogin, buildLogoutAddress } from "./oidc.ts";

const FORM = "application/x-www-form-urlencoded";

/** `ready` rejects while no user can log in. Once the login environment was reached, it stays ready. */
export function addLogin(
  app: FastifyInstance,
  parts: LoginParts & { addSampleLogin(app: FastifyInstance, parts: LoginParts): void },
  provider?: Provider,
): { ready(): Promise<unknown> } {
  app.addContentTypeParser(FORM, { parseAs: "string", bodyLimit: 16_384 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  if (provider) {
    addOidcLogin(app, parts, provider);
    addBackChannelLogout(app, parts, provider);
  } else if (parts.config.devLogin) parts.addSampleLogin(app, parts);
  addLogout(app, parts, provider);
  return { ready: async () => provider?.find() };
}

/** Logout is a link, so a GET request: one from another site is ignored. */
function addLogout(app: FastifyInstance, { sessions, config }: LoginParts, provider: Provider | undefined): void {
  app.get("/auth/logout", { exposeHeadRoute: false }, async (request, reply) => {
    const site = request.headers["sec-fetch-site"];
    if (site === "cross-site" || site === "same-site") return reply.redirect("/", 303);
    reply.setCookie(LOGGED_OUT, "1", { path: "/", sameSite: "lax", maxAge: 31_536_000 });
    const ended = await sessions.end(request, reply);
    const further =
      provider && ended?.idToken
        ? await buildLogoutAddress(provider, config, ended.idToken).catch(() => undefined)
        : undefined;
    return reply.header("clear-site-data", '"cache"').redirect(further ?? "/", 303);
  });
}
