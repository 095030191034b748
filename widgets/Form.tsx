// The form of one step: rjsf walks schema and ui-schema and resolves the conditional fields, the session owns answers and
// errors, and every field follows its own value. The only importer of @rjsf/core; validates nothing and knows no call.
// rjsf's fields come by their own paths, so that its form, widgets and templates stay out of the build.
import ObjectFieldOfRjsf from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import { createSchemaUtils, type FieldProps, type Registry, type RJSFSchema, type ValidatorType } from "@rjsf/utils";
import { type FormEvent, type ReactNode, useMemo, useSyncExternalStore } from "react";
import { matches } from "#engine/conditions.ts";
import type { Presented } from "#engine/present.ts";
import type { FormSession } from "#engine/session.ts";
import type { JsonObject } from "#engine/types.ts";
import { Field } from "./Field.tsx";
import { fieldUi } from "./fieldUi.ts";
import { settlePointer } from "./pointer.ts";
import { widgetOf } from "./registry.ts";
import { type FormRuntime, type FormServices, RuntimeProvider } from "./runtime.ts";
import { ObjectFieldTemplate } from "./templates/ObjectFieldTemplate.tsx";
import { useLanguage } from "./text.ts";

export interface SchemaFormProps {
  session: FormSession;
  presented: Pick<Presented, "schema" | "uiSchema">;
  /** Enter or the submit button; drafts have been taken in. */
  onNext?: () => void;
  readonly?: boolean;
  services?: FormServices;
  /** Id of the form element, for buttons that stand outside it. */
  id?: string;
  /** What stands under the fields, inside the form element. */
  children?: ReactNode;
  className?: string;
}

const NO_SERVICES: FormServices = {};

/** rjsf asks which conditions hold; the contracts judge the answers, so it never asks for errors. */
export const conditions = {
  isValid: (schema: JsonObject | boolean, data: unknown, root: JsonObject) => matches(schema, data ?? {}, root),
} as unknown as ValidatorType;

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

function ObjectField(props: FieldProps) {
  const isRoot = props.fieldPathId.path.length === 0;
  if (isRoot || widgetOf(props.schema as JsonObject, fieldUi(props.uiSchema))?.kind === "object")
    return <ObjectFieldOfRjsf {...props} />;
  return <ValueField {...props} />;
}

/** Our fields draw their own frame, with label, help and error. */
const Frame = ({ children }: { children: ReactNode }) => children;
const Nothing = () => null;

const FIELDS = {
  SchemaField,
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

/** Ids on the page come out as `<step>_<field>`, which is how the session names fields. */
function registryOf(step: string, schema: JsonObject): Registry {
  return {
    fields: FIELDS,
    templates: TEMPLATES,
    widgets: {},
    rootSchema: schema as RJSFSchema,
    schemaUtils: createSchemaUtils(conditions, schema as RJSFSchema),
    formContext: {},
    translateString: (text: string) => text,
    globalFormOptions: { idPrefix: step, idSeparator: "_" },
    globalUiOptions: undefined,
    uiSchemaDefinitions: {},
  } as unknown as Registry;
}

/** Values go from the fields to the session without rjsf. */
const ignored = () => undefined;

function Fields({ session, schema, uiSchema, readonly }: Omit<FormRuntime, "services" | "language" | "step">) {
  const { step } = session;
  const registry = useMemo(() => registryOf(step, schema), [step, schema]);
  const root = useMemo(() => ({ path: [], $id: step }), [step]);
  const deciding = useSyncExternalStore(session.subscribeAll, session.deciding);
  return (
    <SchemaField
      name=""
      schema={schema as RJSFSchema}
      uiSchema={uiSchema}
      formData={deciding}
      fieldPathId={root}
      registry={registry}
      readonly={readonly}
      onChange={ignored}
      onBlur={ignored}
      onFocus={ignored}
    />
  );
}

export function SchemaForm(props: SchemaFormProps) {
  const { session, presented, readonly = false, services = NO_SERVICES, onNext } = props;
  const language = useLanguage();
  const { schema, uiSchema } = presented;
  const runtime = useMemo<FormRuntime>(
    () => ({ step: session.step, session, services, language, readonly, schema, uiSchema }),
    [session, services, language, readonly, schema, uiSchema],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What a form inside a dialog of ours submits arrives here as well.
    if (event.target !== event.currentTarget) return;
    settlePointer();
    session.flush();
    onNext?.();
  };
  return (
    <RuntimeProvider value={runtime}>
      <div className={props.className ?? "schema-form"}>
        <form key={session.step} id={props.id} className="fields" noValidate onSubmit={submit}>
          <Fields {...{ session, schema, uiSchema, readonly }} />
          {props.children}
        </form>
      </div>
    </RuntimeProvider>
  );
}
