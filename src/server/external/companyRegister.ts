// The interface of the business register, looked up by chamber-of-commerce number. A register that does not answer gives the broker
// a notice and never blocks a request (decisions 18).
import type { Db } from "../db/open.ts";

/** A null member is unknown to the register. */
export interface RegisteredCompany {
  company: string | null;
  legalform: string | null;
  street: string | null;
  housenumber: string | null;
  postalcode: string | null;
  city: string | null;
  incorporation_date: string | null;
}

export interface CompanyRegister {
  /** Undefined for an unknown number. @throws when the register does not answer. */
  find(kvk: string): Promise<RegisteredCompany | undefined>;
}

const KEPT_MS = 3_600_000;
const MOST_KEPT = 1_000;

/** Caches answers for an hour: each save of a request looks up its company, and calls to a register are slow and cost money. */
export function keepAnswers(register: CompanyRegister): CompanyRegister {
  const cache = new Map<string, { until: number; company: RegisteredCompany | undefined }>();
  return {
    async find(kvk) {
      const cached = cache.get(kvk);
      if (cached && cached.until > Date.now()) return cached.company;
      const company = await register.find(kvk);
      if (cache.size >= MOST_KEPT) cache.delete(cache.keys().next().value ?? "");
      cache.set(kvk, { until: Date.now() + KEPT_MS, company });
      return company;
    },
  };
}

export function sampleCompanyRegister(db: Db): CompanyRegister {
  return {
    find: (kvk) =>
      db
        .selectFrom("company_register")
        .select(["company", "legalform", "street", "housenumber", "postalcode", "city", "incorporation_date"])
        .where("kvk", "=", kvk)
        .executeTakeFirst(),
  };
}
