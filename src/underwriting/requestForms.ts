// What the steps of a request show and lock for a company (decisions 18, 83): the stored answers, company data in the empty fields,
// and the fields that the register decides. Pure: the caller finds the companies before.
import { withoutComputed } from "#engine/answers/computedAnswers.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { settleChoices } from "#engine/schema/settleChoices.ts";
import type { Answers, JsonObject, Lists, ServerError } from "#engine/schema/types.ts";
import {
  type Company,
  changedLocks,
  type Fields,
  fillStep,
  lockedIn,
  notOfferedIn,
  numberIn,
  valuesFor,
} from "./company.ts";
import type { ProductRules } from "./judgeRequest.ts";
import type { StepState } from "./requestState.ts";

/** Returns the company with a number, of those that were looked up. */
export type CompanyFinder = (number: string | undefined) => Company;

export interface FormFacts {
  rules: Pick<ProductRules, "bundle">;
  steps: ReadonlyMap<string, StepState>;
  /** The number of the relation that the request was begun for. */
  relationKvk: string | null | undefined;
}

export const fieldsOf = ({ bundle }: FormFacts["rules"], step: string): Fields =>
  propertySchemas(bundle.steps[step]?.schema ?? {});

/** The number that the request is for: the stored one, otherwise the relation's. */
export const numberOfRequest = ({ steps, relationKvk }: FormFacts): string | undefined =>
  numberIn(steps.values()) ?? relationKvk ?? undefined;

/** The company number that a step's answers were given for: the step's own, else the one stored with it when it was saved. */
export function numberOfStep({ data, inputs }: StepState): string | undefined {
  const storedNumber = Object.values(inputs?.numbers ?? {}).find((value) => typeof value === "string" && value !== "");
  return numberIn([{ data }]) ?? (storedNumber as string | undefined);
}

/** The answers of a step for this company (`fillStep`). Answers of another company are replaced. */
function fillStored(stored: StepState | undefined, company: Company, fields: Fields, find: CompanyFinder): JsonObject {
  const number = stored && numberOfStep(stored);
  const before = number === undefined ? undefined : number === company.number ? company : find(number);
  return fillStep({ data: stored?.data ?? {}, saved: stored !== undefined, fields, company, before });
}

export interface FilledForm {
  data: JsonObject;
  /** Fields that got the only choice that is left. */
  settled: string[];
  /** Fields with a value of the company. */
  prefilled: string[];
  /** Of those, the fields that have the register's value. */
  registered: string[];
  /** Fields that the broker cannot change. */
  locked: string[];
  /** Fields for which the product does not offer the company's value. */
  notOffered: [name: string, value: unknown][];
}

/** The form of a step as the broker opens it. */
export function fillForm(
  { rules, steps }: Pick<FormFacts, "rules" | "steps">,
  step: string,
  { company, find, lists }: { company: Company; find: CompanyFinder; lists: Lists },
): FilledForm {
  const schema = rules.bundle.steps[step]?.schema ?? {};
  const fields = propertySchemas(schema);
  const { data, fields: settled } = settleChoices(schema, fillStored(steps.get(step), company, fields, find), lists);
  const values = valuesFor(company, fields);
  const registered = valuesFor(company, fields, "register");
  const prefilled = Object.keys(values).filter((name) => data[name] === values[name]);
  return {
    data: withoutComputed(schema, data),
    settled,
    prefilled,
    registered: prefilled.filter((name) => data[name] === registered[name]),
    locked: lockedIn(data, company, fields),
    notOffered: notOfferedIn(company, fields),
  };
}

interface SavedAnswers {
  step: string;
  action: "next" | "save";
  data: Answers;
}

/** The number of the company that decides the locked fields of a saved step: the step's own, or else that of the request. */
const numberOfSaved = (facts: FormFacts, { step, data }: SavedAnswers): string | undefined =>
  fieldsOf(facts.rules, step).has("kvk") ? numberIn([{ data }]) : numberOfRequest(facts);

/** The numbers whose companies `lockFields` needs. */
export function numbersToLock(facts: FormFacts, saved: SavedAnswers): (string | undefined)[] {
  const stored = facts.steps.get(saved.step);
  return [numberOfSaved(facts, saved), ...(stored ? [numberOfStep(stored)] : [])];
}

/**
 * Fills in the locked fields and refuses another value for them. A value that the product does not offer this company may be saved
 * for later, but `next` refuses it. Its error suggests no value, as no choice of the field is valid.
 */
export function lockFields(
  facts: FormFacts,
  saved: SavedAnswers,
  find: CompanyFinder,
): { data: JsonObject; errors: ServerError[] } {
  const { step, action, data } = saved;
  const fields = fieldsOf(facts.rules, step);
  const company = find(numberOfSaved(facts, saved));
  const filled = fillStored(facts.steps.get(step), company, fields, find);
  const locked = Object.fromEntries(lockedIn(filled, company, fields).map((name) => [name, filled[name]]));
  const refuse = (name: string, params: JsonObject) => ({ pointer: `/${name}`, keyword: "locked", params });
  const errors = changedLocks(locked, data).map((name) => refuse(name, { value: locked[name] }));
  const notOffered = action === "next" ? notOfferedIn(company, fields) : [];
  for (const [name, registered] of notOffered) if (data[name] !== undefined) errors.push(refuse(name, { registered }));
  return { data: { ...data, ...locked }, errors };
}
