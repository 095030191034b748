// What the routes of a login need, whichever login it is.
import type { Config } from "../../config/config.ts";
import type { Db } from "../../db/open.ts";
import type { Sessions } from "../sessions/sessions.ts";

export interface LoginParts {
  db: Db;
  sessions: Sessions;
  config: Config;
  styleSheets(): string[];
}
