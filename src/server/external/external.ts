// The external services for requests: the company register and the background check. With sample data a sample replaces
// a service that is not configured. In production the log shows at startup what happens to requests without it.
import { type BackgroundCheck, noBackgroundCheck, sampleBackgroundCheck } from "#underwriting/backgroundCheck.ts";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/open.ts";
import { type CompanyRegister, keepAnswers, sampleCompanyRegister } from "./companyRegister.ts";
import type { ServiceParts } from "./guardService.ts";
import { createKvkRegister } from "./kvkRegister.ts";
import { type LookupParts, limitLookups } from "./limitLookups.ts";
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
