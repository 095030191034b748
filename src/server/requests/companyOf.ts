// What belongs to a chamber-of-commerce number: the register's facts and, for the relation's own number, what the office
// knows of the relation. Another number has none of it: no value of one company stands beside the number of another
// (decisions 18, 83).
import type { Schema } from "#engine/schema.ts";
import type { Answers, JsonObject } from "#engine/types.ts";
import type { StepRow } from "../db/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import type { RelationRecord } from "../portfolioPort.ts";

export interface Company {
  number: string | undefined;
  /** False: the register did not answer. */
  available: boolean;
  registered: Answers;
  /** The register's facts over the relation's own. */
  values: Answers;
}

/** Every field that follows the number. */
export const FOLLOWING = [
  ...["company", "legalform", "incorporation_date", "street", "housenumber", "postalcode", "city"],
  ...["email_customer", "finance_separate", "email_finance"],
];
/** What the register says goes for the name and the form of a company; its address may differ from the one in use. */
const REGISTER_DECIDES = ["company", "legalform", "incorporation_date"];

export async function findCompany(
  register: CompanyRegister,
  relation: RelationRecord | null,
  number: string | undefined,
): Promise<Company> {
  const { available, values: registered } = await lookUp(register, number);
  return { number, available, registered, values: { ...relationValues(relation, number), ...registered } };
}

async function lookUp(register: CompanyRegister, kvk: string | undefined) {
  if (kvk === undefined || !/^\d{8}$/.test(kvk)) return { available: true, values: {} };
  try {
    const entries = Object.entries((await register.find(kvk)) ?? {}).filter(([, value]) => value !== null);
    return { available: true, values: Object.fromEntries(entries) as JsonObject };
  } catch {
    return { available: false, values: {} };
  }
}

function relationValues(relation: RelationRecord | null, number: string | undefined): JsonObject {
  if (!relation || (number !== undefined && relation.kvk_number !== null && number !== relation.kvk_number)) return {};
  const [, street = relation.address, housenumber] = /^(.*\S)\s+(\d+\S*)$/.exec(relation.address) ?? [];
  const values: Answers = {
    company: relation.company,
    legalform: relation.legalform ?? undefined,
    street,
    housenumber,
    postalcode: relation.zipcode,
    city: relation.city,
    email_customer: relation.email ?? undefined,
    ...(relation.email_financial ? { finance_separate: true, email_finance: relation.email_financial } : {}),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
}

/** The number that stands in the answers now. */
export function numberIn(steps: Iterable<Pick<StepRow, "data">>): string | undefined {
  for (const { data } of steps) if (typeof data.kvk === "string" && data.kvk !== "") return data.kvk;
  return undefined;
}

/** The number that a step's answers were given for: its own, else the one it was saved with. */
export function numberOfStep({ data, inputs }: Pick<StepRow, "data" | "inputs">): string | undefined {
  const kept = Object.values(inputs?.numbers ?? {}).find((value) => typeof value === "string" && value !== "");
  return numberIn([{ data }]) ?? (kept as string | undefined);
}

export type Fields = ReadonlyMap<string, Schema[]>;

/** A product may offer fewer legal forms than the register knows: such a value is left to the broker. */
const fits = (schemas: Schema[], value: unknown) =>
  schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));

/** The company's values for the fields of a step. */
export function valuesFor(company: Company, fields: Fields): Answers {
  const entries = FOLLOWING.map((name) => [name, company.values[name]] as const);
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && fields.has(name) && fits(fields.get(name) ?? [], value)),
  );
}

/** Answers given for one company as they stand for another: what belonged to the first gives way, the broker's own stays. */
export function followed(data: Answers, from: Answers, to: Answers): Answers {
  const result = { ...data };
  for (const [name, value] of Object.entries(from)) {
    if (data[name] !== value) continue;
    if (to[name] === undefined) delete result[name];
    else result[name] = to[name];
  }
  return result;
}

/** Fields that cannot be changed while they hold what the register says. */
export const lockedIn = (data: Answers, { registered }: Company, fields: Fields): string[] =>
  REGISTER_DECIDES.filter((name) => fields.has(name) && data[name] !== undefined && data[name] === registered[name]);
