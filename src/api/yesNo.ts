// Yes and no as another back end writes them, read as booleans where a step's schema asks for one (decisions 81). A field
// of any other type keeps what came, J and N of digital_policy among them. Judges nothing: what is no yes or no stays.

import type { Schema } from "#engine/schema.ts";
import { isObject, propertySchemas, resolved } from "#engine/schemaTree.ts";
import type { Answers, StepForm } from "#engine/types.ts";
import { yesNo } from "./wire.ts";
import type { WizardApi } from "./wizard.ts";

type Steps = Record<string, { schema: Schema }>;

function readValue(value: unknown, schema: Schema, root: Schema): unknown {
  if (schema.type === "boolean") return yesNo(value) ?? value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((each) => readValue(each, resolved(items, root), root)) : value;
  }
  return isObject(value) ? readMembers(value, schema, root) : value;
}

function readMembers(data: Answers, schema: Schema, root: Schema): Answers {
  const properties = propertySchemas(schema, root);
  const others = isObject(schema.additionalProperties) ? [resolved(schema.additionalProperties, root)] : [];
  const members = Object.entries(data).map(([name, value]) => {
    const schemas = properties.get(name) ?? others;
    return [name, schemas.reduce((read: unknown, each) => readValue(read, each, root), value)];
  });
  return Object.fromEntries(members);
}

export function readYesNo(forms: Record<string, StepForm>, steps: Steps): Record<string, StepForm> {
  const read = Object.entries(forms).map(([step, form]) => {
    const schema = steps[step]?.schema;
    return [step, schema ? { ...form, data: readMembers(form.data, schema, schema) } : form];
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
    async save(...given) {
      const answer = await api.save(...given);
      return { ...answer, steps: readYesNo(answer.steps, steps) };
    },
  };
}
