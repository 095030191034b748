// The external services for requests: the company register and the background check. With sample data a sample replaces
// a service that is not configured. In production the log shows at startup what happens to requests without it.
import { type BackgroundCheck, noBackgroundCheck, sampleBackgroundCheck } from "#underwriting/backgroundCheck.ts";
import type { Config } from "../config/config.ts";
import { ALL_OFFICES, findCall } from "../db/office.ts";
import type { Db } from "../db/open.ts";
import type { Counts } from "../http/counts.ts";
import { PortalError } from "../http/errors/portalError.ts";
import { type CompanyRegister, keepAnswers, sampleCompanyRegister } from "./companyRegister.ts";
import type { ServiceParts } from "./guardService.ts";
import { createKvkRegister } from "./kvkRegister.ts";
import { createScreening } from "./screening.ts";

interface External {
  register: CompanyRegister;
  backgroundCheck: BackgroundCheck;
}

export async function createExternal(config: Config, db: Db, parts: ServiceParts & LookupParts): Promise<External> {
  const missing: string[] = [];
  const register = config.register ? createKvkRegister(config.register, parts) : sampleRegister(config, db, missing);
  const backgroundCheck = config.screening
    ? createScreening(config.screening, parts)
    : await sampleCheck(config, db, missing);
  if (config.env === "production") for (const sentence of missing) parts.log.warn(sentence);
  return { register: keepAnswers(limitLookups(register, parts)), backgroundCheck };
}

function sampleRegister({ sampleData }: Config, db: Db, missing: string[]): CompanyRegister {
  if (sampleData) return sampleCompanyRegister(db);
  missing.push("REGISTER_URL is not set: nothing is filled in by chamber-of-commerce number, and brokers read so");
  return { find: () => Promise.reject(new Error("no register is configured")) };
}

async function sampleCheck({ sampleData }: Config, db: Db, missing: string[]): Promise<BackgroundCheck> {
  if (sampleData) return sampleBackgroundCheck(await db.selectFrom("watchlist").select(["name", "kvk"]).execute());
  missing.push(
    "SCREENING_URL is not set: no policy is accepted by itself, every request for one waits for an underwriter",
  );
  return noBackgroundCheck;
}

// Limits the look-ups in the company register per user and per office: a register counts and bills calls, and a list of numbers must
// not be read through the portal. Only real calls count, not cached answers. A call without a user (job, command) is not limited.

/** Real calls to the register a minute. */
export const LOOKUPS = { user: 20, office: 60 };

export interface LookupParts {
  counts: Pick<Counts, "lookup">;
  /** Counts one more for this key. Returns how many there are within the minute. */
  count: (key: string) => number;
}

export function limitLookups(register: CompanyRegister, { counts, count }: LookupParts): CompanyRegister {
  return {
    async find(kvk) {
      const call = findCall();
      const refuse = (result: "user_limit" | "office_limit") => {
        counts.lookup(result);
        throw new PortalError("too_many_requests.register", { retryAfter: 60 });
      };
      if (call?.login && count(`register user ${call.login}`) > LOOKUPS.user) refuse("user_limit");
      // A refused look-up of one user does not use up the office's limit.
      const office = call?.office ?? ALL_OFFICES;
      if (office !== ALL_OFFICES && count(`register office ${office}`) > LOOKUPS.office) refuse("office_limit");
      counts.lookup("asked");
      return register.find(kvk);
    },
  };
}
