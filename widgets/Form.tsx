// The form of one step: rjsf keeps the data's shape (defaults, conditional fields), the session owns answers and errors,
// and typing renders nothing here. The only importer of @rjsf/core; validates nothing and knows no call.
import RjsfForm, { type FormProps } from "@rjsf/core";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { conditions } from "#engine/conditions.ts";
import { sameValue, withValue } from "#engine/formValues.ts";
import type { Presented } from "#engine/present.ts";
import type { FormSession } from "#engine/session.ts";
import type { JsonObject } from "#engine/types.ts";
import { settlePointer } from "./pointer.ts";
import { type FormRuntime, type FormServices, RuntimeProvider } from "./runtime.ts";
import { SchemaField } from "./templates/SchemaField.tsx";
import { useFrench } from "./text.ts";

export interface SchemaFormProps {
  session: FormSession;
  presented: Pick<Presented, "schema" | "uiSchema">;
  /** Called after every committed change, with the session already up to date. */
  onCommit?: (data: JsonObject) => void;
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

/** The library's own defaults answer questions "no", tick agreements and choose the first coverage. */
const DEFAULTS = {
  requiredBooleanDefault: "skip",
  constAsDefaults: "never",
  arrayMinItems: { populate: "never" },
} as unknown as FormProps["experimental_defaultFormStateBehavior"];

const validator = conditions as unknown as FormProps["validator"];
const fields = { SchemaField } as unknown as FormProps["fields"];
const NO_SERVICES: FormServices = {};

/** rjsf gives every array an empty one; a list that nobody filled is absent here, not empty. */
function withoutEmptied(formData: unknown, known: JsonObject): JsonObject {
  const entries = Object.entries((formData ?? {}) as JsonObject);
  return Object.fromEntries(
    entries.filter(([name, value]) => !(Array.isArray(value) && value.length === 0 && known[name] === undefined)),
  );
}

interface Adapter {
  form: RefObject<RjsfForm | null>;
  change: FormRuntime["change"];
  report: NonNullable<FormProps["onChange"]>;
  /** Follows changes of the session that did not start in this form. */
  follow: () => () => void;
}

/** Keeps the form and the session at the same data: the session first, so that it is never behind. */
function createAdapter(session: FormSession, onCommit: RefObject<SchemaFormProps["onCommit"]>): Adapter {
  const form: RefObject<RjsfForm | null> = { current: null };
  let known = session.data();
  let queued = 0;
  const take = (commit: () => void) => {
    const before = session.data();
    known = NOTHING;
    commit();
    known = session.data();
    if (known !== before) onCommit.current?.(known);
  };
  return {
    form,
    change: (path, value) => {
      const alone = withValue(session.data(), path, value);
      take(() => session.commitField(path, value));
      queued += 1;
      // A commit may bring more along at once: company data go with their number.
      if (sameValue(session.data(), alone)) form.current?.setFieldValue([...path], value as never);
      else form.current?.setFieldValue([], session.data() as never);
    },
    report: ({ formData }, id) => {
      if (id !== undefined) queued = Math.max(0, queued - 1);
      const data = withoutEmptied(formData, session.data());
      if (queued > 0 || sameValue(data, session.data())) return;
      // Without an id nobody entered it: defaults alone are nothing to keep, and nothing to put back later.
      const untouched = id === undefined && !session.dirty;
      take(() => session.commit(data));
      if (untouched) session.markSaved();
    },
    follow: () =>
      session.subscribeAll(() => {
        if (known === NOTHING || session.data() === known) return;
        known = session.data();
        queued += 1;
        form.current?.setFieldValue([], known as never);
      }),
  };
}

const NOTHING: JsonObject = {};

export function SchemaForm(props: SchemaFormProps) {
  const { session, presented, readonly = false, services = NO_SERVICES, children } = props;
  const language = useFrench() ? "fr" : "nl";
  const onCommit = useRef(props.onCommit);
  onCommit.current = props.onCommit;
  const adapter = useMemo(() => createAdapter(session, onCommit), [session]);
  useEffect(() => adapter.follow(), [adapter]);
  const { schema, uiSchema } = presented;
  const runtime = useMemo<FormRuntime>(
    () => ({ step: session.step, session, services, language, readonly, schema, uiSchema, change: adapter.change }),
    [session, services, language, readonly, schema, uiSchema, adapter],
  );
  const takeInDrafts = () => {
    settlePointer();
    session.flush();
  };
  return (
    <RuntimeProvider value={runtime}>
      <div className={props.className ?? "schema-form"} onSubmitCapture={takeInDrafts}>
        <RjsfForm
          key={session.step}
          ref={adapter.form}
          id={props.id}
          className="fields"
          idPrefix={session.step}
          schema={schema}
          uiSchema={uiSchema}
          initialFormData={session.data()}
          readonly={readonly}
          validator={validator}
          fields={fields}
          experimental_defaultFormStateBehavior={DEFAULTS}
          onChange={adapter.report}
          onSubmit={() => props.onNext?.()}
          noValidate
          noHtml5Validate
          showErrorList={false}
        >
          {children ?? NO_BUTTONS}
        </RjsfForm>
      </div>
    </RuntimeProvider>
  );
}

/** Without children rjsf draws a submit button of its own. */
const NO_BUTTONS = <span hidden />;

/** rjsf's own form: the bench counts its renders. */
export { RjsfForm };
