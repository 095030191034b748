// Login without an identity provider: the user chooses a demo account. Refused in production. The form has its own CSRF token, because there is no session yet.
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Language } from "#engine/schema/types.ts";
import type { LoginParts } from "../auth/login/loginParts.ts";
import { escapeHtml, page } from "../auth/login/page.ts";
import { returnPath } from "../auth/login/returnPath.ts";
import { sameText } from "../auth/sameText.ts";
import { findLanguage } from "../auth/user.ts";
import { isSecure } from "../config/config.ts";
import type { Db } from "../db/open.ts";
import { PortalError } from "../http/errors/portalError.ts";
import { wordIn } from "../portfolio/lists/words.ts";
import { serverTexts } from "../texts/serverTexts.ts";

const COOKIE = "login_form";

interface Account {
  login_name: string;
  full_name: string;
  profiles: string[];
}

/** The card of an account, which is the button that logs in. */
function card({ login_name, full_name, profiles }: Account, office: string, language: Language): string {
  const verb = serverTexts[language].login.button;
  const profileNames = profiles.map((profile) => wordIn(language, profile)).join(", ");
  const [login, name, about] = [login_name, full_name, `${office} · ${profileNames}`].map(escapeHtml);
  return `<li><button class="product" name="login" value="${login}" aria-label="${escapeHtml(`${verb} ${full_name}`)}"><span><b>${name}</b><small>${about}</small></span><small>${login}</small></button></li>`;
}

/** The form of all accounts that may log in. `hidden`: hidden fields, as HTML. */
async function buildAccounts(db: Db, language: Language, hidden: string): Promise<string> {
  const users = await db
    .selectFrom("users")
    .selectAll()
    .where("active", "=", true)
    .orderBy("intermediary_number", "desc")
    .orderBy("login_name")
    .execute();
  const offices = await db.selectFrom("intermediaries").selectAll().execute();
  const words = serverTexts[language].login;
  const findOfficeName = (number: number) =>
    offices.find((office) => office.intermediary_number === number)?.intermediary_name ?? words.noOffice;
  const cards = users.map((user) => card(user, findOfficeName(user.intermediary_number), language));
  const form = `<form method="post" action="/auth/login">${hidden}<ul class="accounts">${cards.join("")}</ul></form>`;
  return `<div><h1>${escapeHtml(words.title)}</h1><p class="muted">${escapeHtml(words.text)}</p></div>${form}`;
}

export function addSampleLogin(app: FastifyInstance, { db, sessions, config, styleSheets }: LoginParts): void {
  const secure = isSecure(config);
  app.get("/auth/login", async (request, reply) => {
    const back = returnPath((request.query as { return?: unknown }).return);
    const token = randomBytes(24).toString("base64url");
    reply.setCookie(COOKIE, token, { path: "/auth", httpOnly: true, sameSite: "strict", secure });
    const language = findLanguage(request);
    const hidden = `<input type="hidden" name="token" value="${token}"><input type="hidden" name="return" value="${escapeHtml(back)}">`;
    const body = await buildAccounts(db, language, hidden);
    const { title } = serverTexts[language].login;
    const content = page({ title, body, styleSheets: styleSheets(), language });
    return reply.type("text/html; charset=utf-8").send(content);
  });

  app.post("/auth/login", async (request, reply) => {
    const { login, token, return: back } = (request.body ?? {}) as { login?: string; token?: string; return?: string };
    const expected = request.cookies[COOKIE];
    if (!expected || typeof token !== "string" || !sameText(expected, token)) {
      throw new PortalError("csrf");
    }
    const user = await db
      .selectFrom("users")
      .select("login_name")
      .where("login_name", "=", String(login))
      .where("active", "=", true)
      .executeTakeFirst();
    if (!user) throw new PortalError("unknown_account");
    await sessions.end(request, reply);
    await sessions.start(reply, user.login_name);
    reply.clearCookie(COOKIE, { path: "/auth" });
    return reply.redirect(returnPath(back), 303);
  });
}
