// One field: its words, its error and its control. It alone listens to its own error, so a blur renders one field. The
// session decides which error shows when.

import { lazy, type ReactNode, Suspense, use, useCallback, useSyncExternalStore } from "react";
import { warningNames } from "#engine/expressions/warnings.ts";
import { fieldId } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { FieldError, Language } from "#engine/schema/types.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { errorMessage, findPresentation } from "./errors.ts";
import { useFieldFocus } from "./fieldFocus.ts";
import { heavy } from "./heavy.ts";
import { findWidget } from "./registry.ts";
import { fieldUi } from "./runtime/fieldUi.ts";
import {
  type FieldUi,
  type FieldWords,
  type FormRuntime,
  MissingAround,
  SectionName,
  useRuntime,
  type WidgetProps,
} from "./runtime/runtime.ts";
import { type Text, useText } from "./runtime/text.ts";
import fieldTemplateStyles from "./templates/FieldTemplate.module.css";
import { FieldTemplate } from "./templates/FieldTemplate.tsx";
import { Loading } from "./ui/notice/Loading.tsx";
import { Notice } from "./ui/notice/Notice.tsx";
import { PartErrorBoundary } from "./ui/notice/PartErrorBoundary.tsx";

interface FieldProps {
  path: readonly string[];
  schema: Schema;
  rawUi: UiSchema;
  required: boolean;
  readonly: boolean;
}

function buildWords(
  error: FieldError | undefined,
  { rawUi, schema, value, readonly }: FieldProps & { value: unknown },
  text: Text,
  runtime: FormRuntime,
): FieldWords {
  const ui = fieldUi(rawUi);
  const serverNote = isNoted(ui, value) ? ui.note : undefined;
  const note = serverNote ?? (readonly && !runtime.readonly ? text("wizard.notice.disabled_field") : undefined);
  const words: FieldWords = {
    help: ui.help && withDates(ui.help, runtime.language),
    note,
    missingList: ui.listMissing ? String(ui.list) : undefined,
  };
  if (!error) return words;
  const message = errorMessage(error, { ui, schema, language: runtime.language }, text);
  const presentation = findPresentation(error, ui);
  if (presentation?.severity === "blocking") words.blocking = { link: presentation.link, message };
  else if (!ui.listMissing) words.error = message;
  return words;
}

/** The note about where a value came from is not shown for a value that was changed or emptied since. */
const isNoted = ({ noteOf }: FieldUi, value: unknown) => noteOf === undefined || sameValue(value, noteOf.value);

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/** Bounds reach texts as plain days. Here they get the notation of the language. */
function withDates(help: string, language: Language): string {
  return help.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDate(day, language));
}

function describe(id: string, words: FieldWords): string | undefined {
  const parts = (["help", "error", "blocking", "note", "missingList"] as const).filter((part) => words[part]);
  return parts.map((part) => `${id}__${part}`).join(" ") || undefined;
}

/**
 * Renders the field when its error or value changes. A widget that shows its own value needs that only when the value becomes
 * empty or no longer empty, or its note no longer applies.
 */
function useFieldState(
  { session, step }: FormRuntime,
  path: readonly string[],
  { typed, ui }: { typed: boolean; ui: FieldUi },
) {
  const id = fieldId(step, path);
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  useSyncExternalStore(subscribe, () => {
    const value = session.value(path);
    return typed ? `${isEmpty(value)} ${isNoted(ui, value)}` : value;
  });
  const error = useSyncExternalStore(subscribe, () => session.visible(id));
  return { value: session.value(path), error };
}

/** Shown where a ui-schema names a control that does not exist: the rest of the form keeps working. */
function UnknownWidget({ id, name }: { id: string; name: string }) {
  const text = useText();
  return (
    <div className={fieldTemplateStyles.field} id={id}>
      <Notice tone="danger" role="alert">
        <p>
          {text("error.unknown_field_type")} <code>{name}</code>
        </p>
      </Notice>
    </div>
  );
}

const Warnings = lazy(heavy.warnings);

const inPart = (part: ReactNode) => (
  <PartErrorBoundary>
    <Suspense fallback={<Loading />}>{part}</Suspense>
  </PartErrorBoundary>
);

export function Field(props: FieldProps) {
  const { path, schema, rawUi, required, readonly } = props;
  const runtime = useRuntime();
  const text = useText();
  const section = use(SectionName);
  const around = use(MissingAround);
  const { step, session } = runtime;
  const id = fieldId(step, path);
  const ui = fieldUi(rawUi);
  const entry = findWidget(schema, ui);
  const { value, error } = useFieldState(runtime, path, { typed: entry?.typed === true, ui });
  const label = ui.title ?? schema.title ?? path.at(-1) ?? "";
  const focus = useFieldFocus(runtime, id, label);
  const choose = useCallback(
    (next: unknown) => {
      session.commitField(path, next);
      session.touch(id);
    },
    [path, session, id],
  );
  if (!entry) return <UnknownWidget id={id} name={String(ui.field ?? ui.widget)} />;
  if (!entry.component) return null;
  const words = buildWords(error, { ...props, value }, text, runtime);
  if (around !== undefined) words.missingList = undefined;
  const Widget = entry.component;
  const labelId = section && section.field === path.at(-1) ? section.id : `${id}__label`;
  const widgetProps: WidgetProps = {
    ...{ id, path, value, schema, ui, rawUi, label, required, readonly, runtime, choose, labelId, words },
    invalid: error !== undefined,
    describedBy: [describe(id, words), around].filter(Boolean).join(" ") || undefined,
  };
  const control: ReactNode = <Widget {...widgetProps} />;
  return (
    <FieldTemplate
      {...{ id, entry, label, required, ui, words, focus, labelId }}
      named={labelId === section?.id}
      radios={entry.radios?.(schema, ui) === true}
      describedBy={widgetProps.describedBy}
    >
      {entry.lazy ? inPart(control) : control}
      {warningNames(schema).length > 0 && inPart(<Warnings {...widgetProps} />)}
    </FieldTemplate>
  );
}
