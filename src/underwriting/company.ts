// The facts about a company that fill in fields of a request, and which of these fields are locked: the register's facts and, for
// the relation's own number, the office's data of the relation. Values of one company are never combined with the number of
// another (decisions 18, 83). Pure: the caller reads the register.

import { sameValue } from "#engine/fields/formValues.ts";
import type { Prefill, Schema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { normaliseHouseNumber } from "#engine/values/formats.ts";

/** Facts by source and by the names that the content uses, such as `register.city`. */
type Facts = Record<string, Answers>;

export interface Company {
  number: string | undefined;
  /** False when the register did not answer. */
  available: boolean;
  facts: Facts;
}

/** A relation of the office, as far as it fills in fields. */
export interface KnownRelation {
  company: string;
  legalform?: string | null;
  address: string;
  zipcode: string;
  city: string;
  email: string | null;
  email_financial: string | null;
  kvk_number: string | null;
}

/**
 * `Demoweg 12`, `Plein 1940 7`, `Kade 12-14`, `Kade 106 - A`, `Kade 12 bis`, `Kade 12 A 2`: the house number starts at the last
 * digits that do not follow a dash, or a number with a suffix.
 */
const STREET_AND_NUMBER = /^(.*[^\s/–-])(?<!\s\d\S*\s+[a-z]{1,3})\s+(\d\S*(?:(?:\s*[/–-]\s*|\s+)\w{1,4}){0,2})$/i;

export function relationFacts(relation: KnownRelation | null, number: string | undefined): JsonObject {
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

/** The first chamber-of-commerce number in the answers. */
export function numberIn(steps: Iterable<{ data: Answers }>): string | undefined {
  for (const { data } of steps) if (typeof data.kvk === "string" && data.kvk !== "") return data.kvk;
  return undefined;
}

export type Fields = ReadonlyMap<string, Schema[]>;

/** False for a value that the product does not offer: it may offer fewer legal forms than the register knows. */
const fits = (schemas: Schema[], value: unknown) =>
  schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));

export const findPrefill = (schemas: readonly Schema[] = []): Prefill | undefined =>
  schemas.find(({ prefill }) => prefill !== undefined)?.prefill;

/** The first fact that the sources of a field have. `only` limits the search to one source, such as the register. */
function findFact({ facts }: Company, { from }: Prefill, only?: string): unknown {
  const named = from.map((path) => path.split(".") as [source: string, member: string]);
  const wanted = named.filter(([source]) => only === undefined || source === only);
  return wanted.map(([source, member]) => facts[source]?.[member]).find((value) => value !== undefined);
}

/** The company's values for the fields of a step. `only` limits them to one source. */
export function valuesFor(company: Company, fields: Fields, only?: string): Answers {
  const values = [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill && findFact(company, prefill, only);
    return value !== undefined && fits(schemas, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(values);
}

/** Moves answers from one company to another: values of the first are replaced or removed, what the broker typed stays. */
export function followCompany(data: Answers, from: Answers, to: Answers): Answers {
  const result = { ...data };
  for (const [name, value] of Object.entries(from)) {
    if (data[name] !== value) continue;
    if (to[name] === undefined) delete result[name];
    else result[name] = to[name];
  }
  return result;
}

/** Fields that cannot be changed because they hold the value of their deciding source (`locked` in the content). */
export function lockedIn(data: Answers, company: Company, fields: Fields): string[] {
  return [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill?.locked && findFact(company, prefill, prefill.locked);
    return value !== undefined && data[name] === value ? [name] : [];
  });
}

/** Fields whose deciding source has a value that this product does not offer, with it: the broker has no valid choice for this company. */
export function notOfferedIn(company: Company, fields: Fields): [name: string, value: unknown][] {
  return [...fields].flatMap(([name, schemas]) => {
    const prefill = findPrefill(schemas);
    const value = prefill?.locked && findFact(company, prefill, prefill.locked);
    return value !== undefined && !fits(schemas, value) ? [[name, value]] : [];
  });
}

interface StepToFill {
  data: Answers;
  /** The broker has saved the step: a field with `once` that he emptied stays empty. */
  saved: boolean;
  fields: Fields;
  company: Company;
  /** The company that the answers were given for, or undefined when there are no such answers. */
  before: Company | undefined;
}

/** The answers of a step for this company: values of another number are replaced, and empty fields are prefilled. */
export function fillStep({ data: stepData, saved, fields, company, before }: StepToFill): JsonObject {
  const values = valuesFor(company, fields);
  const moved = before && before.number !== company.number;
  const data = moved ? followCompany(stepData, valuesFor(before, fields), values) : stepData;
  const filled = { ...data };
  for (const [name, value] of Object.entries(values)) {
    if (data[name] !== undefined && data[name] !== "") continue;
    // A field with `once` is prefilled only until the step is saved: the broker may have emptied it on purpose.
    if (saved && findPrefill(fields.get(name))?.once) continue;
    filled[name] = value;
  }
  if (fields.has("kvk") && company.number && (filled.kvk === undefined || filled.kvk === "" || before))
    filled.kvk = company.number;
  return filled;
}

/** Names of locked fields for which the answers have another value. */
export const changedLocks = (locked: Answers, data: Answers): string[] =>
  Object.keys(locked).filter((name) => data[name] !== undefined && !sameValue(data[name], locked[name]));
