// How one logs in and out: at the login environment when there is one, else (never in production) without a password.
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";
import { addDevLogin } from "./devLogin.ts";
import { addLogout } from "./logout.ts";
import { addOidcLogin } from "./oidc.ts";
import type { Sessions } from "./sessions.ts";

interface LoginParts {
  db: Db;
  sessions: Sessions;
  config: Config;
  styleSheets: () => string[];
}

export function addLogin(app: FastifyInstance, parts: LoginParts): void {
  const { config, sessions } = parts;
  const oidc = config.oidc ? addOidcLogin(app, parts) : undefined;
  if (!oidc && config.devLogin) addDevLogin(app, parts);
  addLogout(app, sessions, oidc);
}
