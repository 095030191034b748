// The form of one step: rjsf walks schema and ui-schema and resolves the conditional fields, the session owns answers and
// errors, and every field follows its own value. Validates nothing and knows no call.
import type { RJSFSchema, UiSchema as RjsfUiSchema } from "@rjsf/utils";
import { type FormEvent, type ReactNode, useCallback, useMemo, useSyncExternalStore } from "react";
import type { FormSession } from "#engine/form/session.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import styles from "./Form.module.css";
import { createRegistry, SchemaField } from "./formRegistry.tsx";
import { settlePointer } from "./runtime/pointer.ts";
import {
  DrawObject,
  type FormRuntime,
  type FormServices,
  type ObjectFields,
  RuntimeProvider,
} from "./runtime/runtime.ts";
import { useLanguage } from "./runtime/text.ts";

export interface SchemaFormProps {
  session: FormSession;
  presented: Pick<PresentedForm, "schema" | "uiSchema">;
  /** Called for Enter or the submit button, after the drafts were committed. */
  onNext?: () => void;
  readonly?: boolean;
  services?: FormServices;
  /** Content below the fields, inside the form element. */
  children?: ReactNode;
  className?: string;
  /** Few fields in a narrow place: close together, without titles to see. */
  narrow?: boolean;
}

const NO_SERVICES: FormServices = {};

/** Values go from the fields to the session without rjsf. */
const ignored = () => undefined;

function Fields({ session, schema, uiSchema, readonly }: Omit<FormRuntime, "services" | "language" | "step">) {
  const { step } = session;
  const registry = useMemo(() => createRegistry(step, schema), [step, schema]);
  const root = useMemo(() => ({ path: [], $id: step }), [step]);
  const deciding = useSyncExternalStore(session.subscribeAll, session.deciding);
  const draw = useCallback(
    ({ schema, uiSchema, ...object }: ObjectFields) => (
      <SchemaField
        name=""
        schema={schema as RJSFSchema}
        uiSchema={uiSchema as RjsfUiSchema}
        registry={registry}
        onChange={ignored}
        onBlur={ignored}
        onFocus={ignored}
        {...object}
      />
    ),
    [registry],
  );
  return (
    <DrawObject value={draw}>{draw({ schema, uiSchema, formData: deciding, fieldPathId: root, readonly })}</DrawObject>
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
        <form
          key={session.step}
          className={styles.sections}
          data-narrow={props.narrow || undefined}
          noValidate
          onSubmit={submit}
        >
          <Fields {...{ session, schema, uiSchema, readonly }} />
          {props.children}
        </form>
      </div>
    </RuntimeProvider>
  );
}
