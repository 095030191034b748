// What rjsf's two walkers need: SchemaField and ObjectField come by their own paths, so that its form, widgets and
// templates stay out of the build. Everything they draw is ours. The only importer of @rjsf/core: its next version
// renames everything.
import ObjectFieldOfRjsf from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import {
  type FieldProps,
  hashForSchema,
  isSelect,
  type Registry,
  type RJSFSchema,
  retrieveSchema,
  type ValidatorType,
} from "@rjsf/utils";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { memo, type ReactNode } from "react";
import { matches } from "#engine/rules/conditions.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { Field } from "./Field.tsx";
import { findWidget } from "./registry.ts";
import { fieldUi } from "./runtime/fieldUi.ts";
import { ObjectFieldTemplate } from "./templates/ObjectFieldTemplate.tsx";

export { SchemaField };

/** Display schemas have no references, so their parts are resolved against an empty schema. */
const ROOT: RJSFSchema = {};

/**
 * rjsf's own validator with the compiled conditions of a display schema. The contracts judge the answers, so rjsf never asks for
 * errors.
 */
export function createValidator(schema: Schema): ValidatorType {
  const functions: ValidatorFunctions = { [hashForSchema(ROOT)]: () => true };
  visitSchema(schema, ({ schema: { if: condition } }) => {
    if (condition) functions[hashForSchema(condition as RJSFSchema)] = (data) => matches(condition, data);
  });
  return createPrecompiledValidator(functions, ROOT);
}

/** Every field that is not an object, and every object that a widget shows as a whole. */
function ValueField({ fieldPathId, schema, uiSchema = {}, required, readonly }: FieldProps) {
  return (
    <Field
      path={fieldPathId.path as string[]}
      schema={schema as JsonObject}
      rawUi={uiSchema as JsonObject}
      required={required === true}
      readonly={readonly === true}
    />
  );
}

const isGroup = ({ schema, uiSchema }: FieldProps) =>
  findWidget(schema as JsonObject, fieldUi(uiSchema))?.kind === "object";

function ObjectField(props: FieldProps) {
  const isRoot = props.fieldPathId.path.length === 0;
  return isRoot || isGroup(props) ? <ObjectFieldOfRjsf {...props} /> : <ValueField {...props} />;
}

/** The props that our fields depend on: not the value, which a field follows by itself. */
const DRAWN_FROM = ["schema", "uiSchema", "required", "readonly", "fieldPathId"] as const;

const Member = memo(
  function Member(props: FieldProps) {
    return <SchemaField {...props} />;
  },
  (before, after) => !isGroup(after) && DRAWN_FROM.every((name) => Object.is(before[name], after[name])),
);

/** Our fields draw their own frame, with label, help and error. */
const Frame = ({ children }: { children: ReactNode }) => children;
const Nothing = () => null;

const FIELDS = {
  SchemaField: Member,
  ObjectField,
  ...Object.fromEntries(
    ["ArrayField", "BooleanField", "NumberField", "NullField", "StringField", "FallbackField"].map((name) => [
      name,
      ValueField,
    ]),
  ),
};
const TEMPLATES = {
  ObjectFieldTemplate,
  FieldTemplate: Frame,
  DescriptionFieldTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldErrorTemplate: Nothing,
};

/**
 * What the two fields need of rjsf's schema utilities. Its defaults and its pruning are not ours and stay out of the
 * build.
 */
function createUtilities(validator: ValidatorType) {
  return {
    retrieveSchema: (schema: RJSFSchema, data: unknown, all?: boolean) =>
      retrieveSchema(validator, schema, ROOT, data, undefined, all),
    isSelect: (schema: RJSFSchema) => isSelect(validator, schema, ROOT),
    getDisplayLabel: () => false,
  };
}

/** Ids on the page come out as `<step>_<field>`, which is how the session names fields. */
export function createRegistry(step: string, schema: Schema): Registry {
  return {
    fields: FIELDS,
    templates: TEMPLATES,
    widgets: {},
    rootSchema: schema as RJSFSchema,
    schemaUtils: createUtilities(createValidator(schema)),
    formContext: {},
    translateString: (text: string) => text,
    globalFormOptions: { idPrefix: step, idSeparator: "_" },
    globalUiOptions: undefined,
    uiSchemaDefinitions: {},
  } as unknown as Registry;
}
