// A field that the register decides cannot be changed by a call either: a forged value is refused, one that was left out is
// filled in (spec: wizard 3 "disabled fields", decisions 18).

import type { WireError } from "#api/wireTypes.ts";
import { sameValue } from "#engine/formValues.ts";
import { propertySchemas } from "#engine/schemaTree.ts";
import type { Answers, JsonObject, Language } from "#engine/types.ts";
import type { StepRow } from "../db/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import { invalid } from "../portalError.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import { serverTexts } from "../serverTexts.ts";
import { lockedIn, numberIn } from "./companyOf.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { filledStep, knownCompanies } from "./forms.ts";

/** The answers with their locked fields filled in. */
export async function refuseLocked(
  { context, open, register }: { context: WizardContext; open: OpenRequest; register: CompanyRegister },
  step: string,
  data: Answers,
): Promise<JsonObject> {
  const relation = await open.relation(context.db);
  const locked = await lockedValues({ open, steps: open.steps, register, relation }, step, data);
  const errors = lockErrors(locked, data, open.place.language);
  if (errors.length > 0) throw invalid(errors, { step });
  return { ...data, ...locked };
}

interface LockFacts {
  open: Pick<OpenRequest, "product">;
  steps: Map<string, StepRow>;
  register: CompanyRegister;
  relation: RelationRecord | null;
}

/** What the locked fields of a step hold for the number that is saved with it, or else stands in the request. */
export async function lockedValues(facts: LockFacts, step: string, data: Answers): Promise<Answers> {
  const { open, steps, register, relation } = facts;
  const fields = propertySchemas(open.product.bundle.steps[step]?.schema ?? {});
  const known = knownCompanies(register, relation);
  const number = fields.has("kvk") ? numberIn([{ data }]) : (numberIn(steps.values()) ?? relation?.kvk_number);
  const company = await known(number ?? undefined);
  const filled = await filledStep(steps.get(step), company, fields, known);
  return Object.fromEntries(lockedIn(filled, company, fields).map((name) => [name, filled[name]]));
}

export function lockErrors(locked: Answers, data: Answers, language: Language): WireError[] {
  const changed = Object.entries(locked).filter(
    ([name, value]) => data[name] !== undefined && !sameValue(data[name], value),
  );
  return changed.map(([name, value]) => ({
    pointer: `/${name}`,
    keyword: "locked",
    params: { value },
    message: serverTexts[language].notes.locked,
  }));
}
