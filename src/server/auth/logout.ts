// Logging out is a link, so it is a GET: another site that points a browser at it changes nothing.
import type { FastifyInstance } from "fastify";
import type { OidcLogin } from "./oidc.ts";
import { LOGGED_OUT, type Sessions } from "./sessions.ts";

export function addLogout(app: FastifyInstance, sessions: Sessions, oidc: OidcLogin | undefined): void {
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
