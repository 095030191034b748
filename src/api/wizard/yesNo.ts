// Yes and no as other back ends write them, read as booleans where a step's schema asks for one (decisions 81). A field of
// another type keeps its value, J and N of digital_policy too. What cannot be an answer, such as null, is left out. Judges nothing else.

import { withoutMisplaced } from "#engine/answers/misplaced.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import { type Part, partsAbout } from "#engine/schema/schemaVisitor.ts";
import type { Answers, StepForm } from "#engine/schema/types.ts";
import { yesNo } from "../wire/wire.ts";
import type { WizardApi } from "./wizard.ts";

type Steps = Record<string, { schema: Schema }>;

function readValue(value: unknown, schema: Schema): unknown {
  if (schema.type === "boolean") return yesNo(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => readAll(entry, partsAbout(schema, "entry")));
  return isObject(value) ? readMembers(value, schema) : value;
}

const readAll = (value: unknown, parts: readonly Part[]): unknown =>
  parts.reduce((read: unknown, part) => readValue(read, part.schema), value);

function readMembers(data: Answers, schema: Schema): Answers {
  const properties = propertySchemas(schema);
  const members = Object.entries(data).map(([name, value]) => {
    const schemas = properties.get(name);
    return [name, schemas ? schemas.reduce(readValue, value) : readAll(value, partsAbout(schema, "rest"))];
  });
  return Object.fromEntries(members);
}

export function readYesNo(forms: Record<string, StepForm>, steps: Steps): Record<string, StepForm> {
  const read = Object.entries(forms).map(([step, form]) => {
    const schema = steps[step]?.schema;
    return [step, schema ? { ...form, data: readMembers(withoutMisplaced(schema, form.data), schema) } : form];
  });
  return Object.fromEntries(read);
}

/** The same calls, whose stored answers have booleans where the product asks for them. */
export function withYesNo(api: WizardApi, steps: Steps): WizardApi {
  return {
    ...api,
    async forms(kvk) {
      const answer = await api.forms(kvk);
      return { ...answer, data: readYesNo(answer.data, steps) };
    },
    async save(...parameters) {
      const answer = await api.save(...parameters);
      return { ...answer, steps: readYesNo(answer.steps, steps) };
    },
  };
}
