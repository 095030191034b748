// The forms of a request: stored answers, what a prefill adds to empty fields, and what the server says about fields.
// Relation data are prefilled only from the own office; register data by chamber-of-commerce number (decisions 18).
import { propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject, Language, StepForm, StepMeta } from "#engine/types.ts";
import type { FormsAnswer } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/schema.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { CompanyRegister } from "./companyRegister.ts";
import type { OpenRequest } from "./context.ts";
import { type EvaluateOptions, evaluate } from "./evaluate.ts";
import { storedUploads } from "./uploads.ts";

/** What the register says goes for the name and the form of a company; its address may differ from the one in use. */
const REGISTER_DECIDES = ["company", "legalform", "incorporation_date"];
const NOTES: Record<Language, { fixed: string; filled: string }> = {
  nl: {
    fixed: "Overgenomen uit het Handelsregister. U kunt dit veld niet wijzigen.",
    filled: "Overgenomen uit het Handelsregister.",
  },
  fr: {
    fixed: "Repris du registre du commerce. Vous ne pouvez pas modifier ce champ.",
    filled: "Repris du registre du commerce.",
  },
};

export interface FormsInput extends EvaluateOptions {
  db: Db;
  open: OpenRequest;
  steps: Map<string, StepRow>;
  register: CompanyRegister;
  /** A number just typed; absent: the stored one, else the relation's. */
  kvk?: string | undefined;
}

export async function formsOf(input: FormsInput): Promise<FormsAnswer> {
  const { db, open, steps, kvk } = input;
  const evaluation = evaluate(open.product, steps, input);
  const relation = await open.relation(db);
  const number = kvk ?? storedValue(steps, "kvk") ?? relation?.kvk_number ?? undefined;
  const found = await lookUp(input.register, number);
  const known: JsonObject = {
    ...relationValues(relation, kvk),
    ...found.values,
    ...(number ? { kvk: number } : {}),
  };
  const data: Record<string, StepForm> = {};
  for (const step of open.product.bundle.manifest.steps) {
    const fields = propertySchemas(open.product.bundle.steps[step.key]?.schema ?? {});
    const stored = steps.get(step.key);
    const filled = withEmptyFilled(stored?.data ?? {}, known, fields, stored !== undefined);
    const meta = metaOf(filled, found.values, fields, input.language);
    const asked = step.kind === "explanation" && evaluation.progress.data[step.key] !== undefined;
    const uploads = asked ? await storedUploads(db, open.draft.request_id) : [];
    const files = uploads.length > 0 ? { uploads } : {};
    data[step.key] = {
      data: filled,
      meta: { ...meta, ...files, features: evaluation.context.features ?? {}, revision: stored?.revision ?? 0 },
    };
  }
  if (kvk === undefined) return { data };
  return {
    data,
    prefill: { found: Object.keys(found.values).length > 0, available: found.available, values: found.values },
  };
}

async function lookUp(register: CompanyRegister, kvk: unknown): Promise<{ available: boolean; values: JsonObject }> {
  if (typeof kvk !== "string" || !/^\d{8}$/.test(kvk)) return { available: true, values: {} };
  try {
    const company = await register.find(kvk);
    const entries = Object.entries(company ?? {}).filter(([, value]) => value !== null);
    return { available: true, values: Object.fromEntries(entries) };
  } catch {
    return { available: false, values: {} };
  }
}

function storedValue(steps: Map<string, { data: JsonObject }>, field: string): string | undefined {
  for (const step of steps.values()) {
    const value = step.data[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** Not when another company's number was typed: the relation's data then do not belong to the answer. */
function relationValues(relation: RelationRecord | null, kvk: string | undefined): JsonObject {
  if (!relation || (kvk !== undefined && kvk !== relation.kvk_number)) return {};
  const [, street = relation.address, housenumber] = /^(.*\S)\s+(\d+\S*)$/.exec(relation.address) ?? [];
  const values: JsonObject = {
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

type Fields = Map<string, JsonObject[]>;

/** Fills fields that have no value. In a step that was saved only what the register says: the broker has seen the rest. */
function withEmptyFilled(data: JsonObject, known: JsonObject, fields: Fields, saved: boolean): JsonObject {
  const filled = { ...data };
  for (const [name, value] of Object.entries(known)) {
    if (!fields.has(name) || (data[name] !== undefined && data[name] !== "")) continue;
    if (saved && (name === "email_finance" || name === "finance_separate")) continue;
    if (fits(fields.get(name) ?? [], value)) filled[name] = value;
  }
  return filled;
}

/** A product may offer fewer legal forms than the register knows: such a value is left to the broker. */
function fits(schemas: JsonObject[], value: unknown): boolean {
  return schemas.every((schema) => !Array.isArray(schema.enum) || schema.enum.includes(value));
}

function metaOf(data: JsonObject, registered: JsonObject, fields: Fields, language: Language): StepMeta {
  const taken = Object.keys(registered).filter((name) => fields.has(name) && data[name] === registered[name]);
  const disabled = taken.filter((name) => REGISTER_DECIDES.includes(name));
  const note = (name: string) => (disabled.includes(name) ? NOTES[language].fixed : NOTES[language].filled);
  return { disabled, field_text: Object.fromEntries(taken.map((name) => [name, note(name)])) };
}
