// Enforces on the server that a field decided by the register is not changed: another value is refused, a missing one filled in
// (spec: wizard 3 "disabled fields", decisions 18).
import type { WireError } from "#api/wire/wireTypes.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Language } from "#engine/schema/types.ts";
import { changedLocks, lockedIn, notOfferedIn, numberIn } from "#underwriting/company.ts";
import type { StepRow } from "../../db/tables/schema.ts";
import type { CompanyRegister } from "../../external/companyRegister.ts";
import { invalid } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import { serverTexts } from "../../texts/serverTexts.ts";
import { findBegunFor, type OpenRequest, type WizardContext } from "../context.ts";
import { filledStep, knownCompanies } from "../forms.ts";

interface SavedStep {
  step: string;
  action: "next" | "save";
  data: Answers;
}

/** Fills in the locked fields. Values that the product does not offer this company may be saved for later, but `next` refuses them. */
export async function refuseLocked(
  { context, open, register }: { context: WizardContext; open: OpenRequest; register: CompanyRegister },
  { step, action, data }: SavedStep,
): Promise<JsonObject> {
  const { language } = open.place;
  const facts = { open, steps: open.steps, register, relation: await findBegunFor(open, context.db) };
  const locked = await lockedValues(facts, step, data);
  const errors = lockErrors(locked, data, language);
  if (action === "next") {
    const { company, fields } = await findStepCompany(facts, step, data);
    errors.push(...notOfferedErrors(notOfferedIn(company, fields), data, language));
  }
  if (errors.length > 0) throw invalid(errors, { step });
  return { ...data, ...locked };
}

interface LockFacts {
  open: Pick<OpenRequest, "product">;
  steps: Map<string, StepRow>;
  register: CompanyRegister;
  relation: RelationRecord | null;
}

/** Values of a step's locked fields, for the company number saved with the step, or else the one of the request. */
export async function lockedValues(facts: LockFacts, step: string, data: Answers): Promise<Answers> {
  const { company, fields, known } = await findStepCompany(facts, step, data);
  const filled = await filledStep(facts.steps.get(step), company, fields, known);
  return Object.fromEntries(lockedIn(filled, company, fields).map((name) => [name, filled[name]]));
}

async function findStepCompany({ open, steps, register, relation }: LockFacts, step: string, data: Answers) {
  const fields = propertySchemas(open.product.bundle.steps[step]?.schema ?? {});
  const findCompany = knownCompanies(register, relation);
  const number = fields.has("kvk") ? numberIn([{ data }]) : (numberIn(steps.values()) ?? relation?.kvk_number);
  return { company: await findCompany(number ?? undefined), fields, known: findCompany };
}

/** The error suggests no value, as no choice of this field is valid. */
function notOfferedErrors(fields: string[], data: Answers, language: Language): WireError[] {
  const message = serverTexts[language].notes.not_offered;
  const chosen = fields.filter((name) => data[name] !== undefined);
  return chosen.map((name) => ({ pointer: `/${name}`, keyword: "locked", params: {}, message }));
}

export function lockErrors(locked: Answers, data: Answers, language: Language): WireError[] {
  return changedLocks(locked, data).map((name) => ({
    pointer: `/${name}`,
    keyword: "locked",
    params: { value: locked[name] },
    message: serverTexts[language].notes.locked,
  }));
}
