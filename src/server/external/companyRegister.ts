// What the business register knows about a chamber-of-commerce number, behind an interface. A register that does not
// answer is a notice for the broker, never a block (decisions 18).
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";

/** Null: the register does not say. */
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
  /** Undefined: no such number. Throws when the register does not answer. */
  find(kvk: string): Promise<RegisteredCompany | undefined>;
}

const KEPT_MS = 3_600_000;
const MOST_KEPT = 1_000;

/** Each save of a request asks for its company, and a call to a register takes time and costs money: answers are kept for an hour. */
export function keepAnswers(register: CompanyRegister): CompanyRegister {
  const kept = new Map<string, { until: number; company: RegisteredCompany | undefined }>();
  return {
    async find(kvk) {
      const known = kept.get(kvk);
      if (known && known.until > Date.now()) return known.company;
      const company = await register.find(kvk);
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
      kept.set(kvk, { until: Date.now() + KEPT_MS, company });
      return company;
    },
  };
}

export function sampleCompanyRegister(db: Db): CompanyRegister {
  return { find: async (kvk) => (await findCompany(db, { kvk }))[0] };
}

const findCompany = compileOnce((db, { kvk }: { kvk: string }) =>
  db
    .selectFrom("company_register")
    .select(["company", "legalform", "street", "housenumber", "postalcode", "city", "incorporation_date"])
    .where("kvk", "=", kvk)
    .compile(),
);
