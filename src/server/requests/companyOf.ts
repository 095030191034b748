// What belongs to a chamber-of-commerce number: the register's facts and, for the relation's own number, what the office
// knows of the relation. Another number has none of it: no value of one company stands beside the number of another
// (decisions 18, 83).
import { normaliseHouseNumber } from "#engine/formats.ts";
import type { Prefill, Schema } from "#engine/schema.ts";
import type { Answers, JsonObject } from "#engine/types.ts";
import type { StepRow } from "../db/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import type { RelationRecord } from "../portfolioPort.ts";

/** What is known of the company, by who knows it and under the names that the content uses: `register.city`. */
type Facts = Record<string, Answers>;

export interface Company {
  number: string | undefined;
  /** False: the register did not answer. */
  available: boolean;
  facts: Facts;
}

export async function findCompany(
  register: CompanyRegister,
  relation: RelationRecord | null,
  number: string | undefined,
): Promise<Company> {
  const { available, values } = await lookUp(register, number);
  return { number, available, facts: { register: values, relation: relationValues(relation, number) } };
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

/**
 * `Demoweg 12`, `Plein 1940 7`, `Kade 12-14`, `Kade 106 - A`, `Kade 12 bis`, `Kade 12 A 2`: the number begins with the last digits that
 * no dash is before, nor a number with its addition.
 */
const STREET_AND_NUMBER = /^(.*[^\s/–-])(?<!\s\d\S*\s+[a-z]{1,3})\s+(\d\S*(?:(?:\s*[/–-]\s*|\s+)\w{1,4}){0,2})$/i;

function relationValues(relation: RelationRecord | null, number: string | undefined): JsonObject {
  if (!relation || (number !== undefined && relation.kvk_number !== null && number !== relation.kvk_number)) return {};
  const [, street = relation.address, written] = STREET_AND_NUMBER.exec(relation.address) ?? [];
  const values: Answers = {
    company: relation.company,
    legalform: relation.legalform ?? undefined,
    street,
    housenumber: written && normaliseHouseNumber(written),
    postalcode: relation.zipcode,
    city: relation.city,
    email: relation.email ?? undefined,
    ...(relation.email_financial ? { finance_separate: true, email_financial: relation.email_financial } : {}),
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

/** A product may offer fewer legal forms than the register knows. */
const fits = (schemas: Schema[], value: unknown) =>
  schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));

export const findPrefill = (schemas: readonly Schema[] = []): Prefill | undefined =>
  schemas.find(({ prefill }) => prefill !== undefined)?.prefill;

/** What the sources of a field say; `only`: one of them, such as the register. */
function findFact({ facts }: Company, { from }: Prefill, only?: string): unknown {
  const named = from.map((path) => path.split(".") as [source: string, member: string]);
  const asked = named.filter(([source]) => only === undefined || source === only);
  return asked.map(([source, member]) => facts[source]?.[member]).find((value) => value !== undefined);
}

/** The company's values for the fields of a step; `only`: what one source says. */
export function valuesFor(company: Company, fields: Fields, only?: string): Answers {
  const values = [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill && findFact(company, prefill, only);
    return value !== undefined && fits(schemas, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(values);
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

/** Fields that cannot be changed while they hold what the source says that the content lets decide. */
export function lockedIn(data: Answers, company: Company, fields: Fields): string[] {
  return [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill?.locked && findFact(company, prefill, prefill.locked);
    return value !== undefined && data[name] === value ? [name] : [];
  });
}

/** Fields for which the deciding source says what this product does not offer: the company cannot have it, whatever is chosen. */
export function notOfferedIn(company: Company, fields: Fields): string[] {
  return [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill?.locked && findFact(company, prefill, prefill.locked);
    return value !== undefined && !fits(schemas, value) ? [name] : [];
  });
}
