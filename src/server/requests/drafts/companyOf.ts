// Finds companies by their chamber-of-commerce numbers: asks the register, which may not answer.
import type { JsonObject } from "#engine/schema/types.ts";
import { type Company, relationFacts } from "#underwriting/company.ts";
import type { CompanyRegister } from "../../external/companyRegister.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";

interface FoundCompany extends Company {
  /** The refusal when the user or the office made too many look-ups. The register then counts as not available. */
  refusal?: PortalError | undefined;
}

/** Looks up each number once. Returns a function that returns the company with one of them. */
export async function findCompanies(
  register: CompanyRegister,
  relation: RelationRecord | null,
  numbers: Iterable<string | undefined>,
): Promise<(number: string | undefined) => FoundCompany> {
  const companies = [...new Set(numbers)].map(async (number): Promise<[string | undefined, FoundCompany]> => {
    const { values, ...answer } = await lookUp(register, number);
    return [number, { number, ...answer, facts: { register: values, relation: relationFacts(relation, number) } }];
  });
  const found = new Map(await Promise.all(companies));
  return (number) => found.get(number)!;
}

async function lookUp(register: CompanyRegister, kvk: string | undefined) {
  if (kvk === undefined || !/^\d{8}$/.test(kvk)) return { available: true, values: {} };
  try {
    const entries = Object.entries((await register.find(kvk)) ?? {}).filter(([, value]) => value !== null);
    return { available: true, values: Object.fromEntries(entries) as JsonObject };
  } catch (error) {
    return { available: false, values: {}, refusal: error instanceof PortalError ? error : undefined };
  }
}

/** Caches the register's answers by number for the duration of one call. */
export function askOnce(register: CompanyRegister): CompanyRegister {
  const requests = new Map<string, ReturnType<CompanyRegister["find"]>>();
  return {
    find(kvk) {
      const answer = requests.get(kvk) ?? register.find(kvk);
      requests.set(kvk, answer);
      return answer;
    },
  };
}
