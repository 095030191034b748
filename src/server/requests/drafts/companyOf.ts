// Finds the company with a given chamber-of-commerce number: asks the register, which may not answer.
import type { JsonObject } from "#engine/schema/types.ts";
import { type Company, numberIn, relationFacts } from "#underwriting/company.ts";
import type { StepRow } from "../../db/tables/schema.ts";
import type { CompanyRegister } from "../../external/companyRegister.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";

export interface FoundCompany extends Company {
  /** The refusal when the user or the office made too many look-ups. The register then counts as not available. */
  refusal?: PortalError | undefined;
}

export async function findCompany(
  register: CompanyRegister,
  relation: RelationRecord | null,
  number: string | undefined,
): Promise<FoundCompany> {
  const { values, ...answer } = await lookUp(register, number);
  return { number, ...answer, facts: { register: values, relation: relationFacts(relation, number) } };
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

/** The company number that a step's answers were given for: the step's own, else the one stored with it when it was saved. */
export function numberOfStep({ data, inputs }: Pick<StepRow, "data" | "inputs">): string | undefined {
  const storedNumber = Object.values(inputs?.numbers ?? {}).find((value) => typeof value === "string" && value !== "");
  return numberIn([{ data }]) ?? (storedNumber as string | undefined);
}
