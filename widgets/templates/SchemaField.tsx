// Our way of walking a schema, in place of rjsf's: one component a field, compared before it renders. Conditions are
// resolved by rjsf's schema utilities; everything that is drawn comes from our registry.
import { deepEquals, type FieldProps } from "@rjsf/utils";
import { memo, type ReactNode, useMemo } from "react";
import type { JsonObject } from "#engine/types.ts";
import { Field } from "../Field.tsx";
import { fieldUi } from "../fieldUi.ts";
import { widgetOf } from "../registry.ts";
import { orderedNames } from "./layout.ts";
import { ObjectFieldTemplate } from "./ObjectFieldTemplate.tsx";

type Retrieve = (schema: JsonObject, data: unknown) => JsonObject;

interface ObjectProps {
  path: readonly string[];
  schema: JsonObject;
  ui: JsonObject;
  data: JsonObject;
  readonly: boolean;
  retrieve: Retrieve;
}

const NO_PATH: readonly string[] = [];
const EMPTY: JsonObject = {};
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const RESOLVED_BY = ["$ref", "allOf", "if", "dependencies", "dependentSchemas", "oneOf", "anyOf"];
const needsResolving = (schema: JsonObject) => RESOLVED_BY.some((keyword) => keyword in schema);

/** Registered as rjsf's `SchemaField`; only ever called for the root. */
export function SchemaField(props: FieldProps) {
  const { registry, schema, uiSchema, formData, readonly } = props;
  const { schemaUtils } = registry;
  const retrieve = useMemo<Retrieve>(
    () => (part, data) => schemaUtils.retrieveSchema(part as never, data) as JsonObject,
    [schemaUtils],
  );
  return (
    <ObjectFields
      path={NO_PATH}
      schema={schema as JsonObject}
      ui={(uiSchema ?? EMPTY) as JsonObject}
      data={isObject(formData) ? formData : EMPTY}
      readonly={readonly === true}
      retrieve={retrieve}
    />
  );
}

function ObjectFields({ path, schema, ui, data, readonly, retrieve }: ObjectProps) {
  const resolved = needsResolving(schema) ? retrieve(schema, data) : schema;
  const properties = (resolved.properties ?? EMPTY) as Record<string, JsonObject>;
  const required = new Set((resolved.required ?? []) as string[]);
  const names = orderedNames(Object.keys(properties), fieldUi(ui).order as string[] | undefined);
  const fields: Record<string, ReactNode> = {};
  for (const name of names) {
    const member: MemberProps = {
      path,
      name,
      schema: properties[name] ?? EMPTY,
      ui: (ui[name] ?? EMPTY) as JsonObject,
      value: data[name],
      required: required.has(name),
      readonly,
      retrieve,
    };
    fields[name] = <Member key={name} {...member} />;
  }
  return (
    <ObjectFieldTemplate
      path={path}
      ui={ui}
      names={names}
      properties={properties}
      required={required}
      fields={fields}
    />
  );
}

interface MemberProps {
  path: readonly string[];
  name: string;
  schema: JsonObject;
  ui: JsonObject;
  value: unknown;
  required: boolean;
  readonly: boolean;
  retrieve: Retrieve;
}

/** Values and schemas are copied on every change of the form; equal ones must not render. */
function same(before: MemberProps, after: MemberProps): boolean {
  if (before.required !== after.required || before.readonly !== after.readonly || before.retrieve !== after.retrieve)
    return false;
  return equal(before.value, after.value) && equal(before.schema, after.schema) && equal(before.ui, after.ui);
}

function equal(before: unknown, after: unknown): boolean {
  return Object.is(before, after) || (typeof before === "object" && deepEquals(before, after));
}

const Member = memo(function Member({ path, name, schema, ui, value, required, readonly, retrieve }: MemberProps) {
  const own = useMemo(() => [...path, name], [path, name]);
  const options = fieldUi(ui);
  const locked = readonly || options.readonly === true;
  const resolved = needsResolving(schema) ? retrieve(schema, value) : schema;
  if (widgetOf(resolved, options)?.kind !== "object") {
    return <Field path={own} schema={resolved} rawUi={ui} value={value} required={required} readonly={locked} />;
  }
  return (
    <ObjectFields
      path={own}
      schema={resolved}
      ui={ui}
      data={isObject(value) ? value : EMPTY}
      readonly={locked}
      retrieve={retrieve}
    />
  );
}, same);
