// What is wrong, first in the step after Next: one link per field, in the order of the page. Each failed attempt focuses it,
// or the only question that is open, or what only needs to be confirmed. It shrinks while the broker corrects, and shows nothing before the first attempt.
import { Fragment, type MouseEvent, memo, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { isWarning, shownAt } from "#engine/expressions/warnings.ts";
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { findLists } from "#engine/fields/recordFields.ts";
import type { FormSession } from "#engine/form/session.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { FieldError, JsonObject } from "#engine/schema/types.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import { agreementSentence } from "../agreementText.ts";
import { errorMessage, findPresentation, joinFieldError } from "../errors.ts";
import { fieldUi } from "../runtime/fieldUi.ts";
import { focusField, focusInView } from "../runtime/focus.ts";
import type { FieldUi } from "../runtime/runtime.ts";
import { useHasText, useLanguage, useText } from "../runtime/text.ts";
import { type AnsweredForm, nameRecord, uiAt, type WordingTools } from "../runtime/words.ts";
import { Icon } from "../ui/Icon.tsx";
import { Unbroken } from "../ui/text/Unbroken.tsx";
import styles from "./ErrorSummary.module.css";

interface ErrorSummaryProps {
  session: FormSession;
  presented: Pick<PresentedForm, "schema" | "uiSchema">;
  /** Another value at every failed attempt, such as their number. 0 or null shows nothing. */
  attempt: number | object | null;
  /** Text key of the heading, where something is wrong. */
  title?: string;
  /** The field that takes the focus instead of the summary. */
  field?: string | undefined;
  /** Errors of other forms that were refused together with this one. */
  elsewhere?: readonly ErrorsOfForm[];
}

export interface ErrorsOfForm {
  name: string;
  session: FormSession;
  errors: readonly FieldError[];
  presented: Pick<PresentedForm, "schema" | "uiSchema">;
  /** Shows the form with the focus in this field. */
  open(field: string): void;
}

const NOWHERE: readonly ErrorsOfForm[] = [];

export function ErrorSummary(props: ErrorSummaryProps) {
  const { session, presented, attempt, field, title = "error.save_step", elsewhere = NOWHERE } = props;
  const text = useText();
  const box = useRef<HTMLElement>(null);
  const name = useId();
  const all = useSyncExternalStore(session.subscribeAll, session.shown);
  const question = useRef<string | null>(null);
  useEffect(() => {
    question.current = elsewhere.length === 0 ? firstToAsk(all, presented) : null;
  }, [all, presented, elsewhere]);
  useEffect(() => {
    if (!attempt) return;
    const frame = requestAnimationFrame(() => {
      const first = field ?? question.current;
      if (first) focusField(first);
      else if (box.current) focusInView(box.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [attempt, field]);
  const errors = attempt ? all : [];
  const others = attempt ? elsewhere : NOWHERE;
  const onlyWarnings = others.length === 0 && errors.every(isWarning);
  if (errors.length + others.length === 0) return null;
  return (
    <section className={styles.summary} tabIndex={-1} ref={box} aria-labelledby={name}>
      <Icon name="error" />
      <div>
        <h3 id={name}>{text(onlyWarnings ? "wizard.warning.title" : title)}</h3>
        <Lines {...{ errors, session, presented }} onGo={focusField} />
        {others.map((form) => (
          <Fragment key={form.name}>
            <p>{form.name}</p>
            <Lines errors={form.errors} session={form.session} presented={form.presented} onGo={form.open} />
          </Fragment>
        ))}
      </div>
    </section>
  );
}

function Lines({ errors, ...line }: Omit<LineProps, "error" | "titles"> & { errors: readonly FieldError[] }) {
  const titles = useTitles(errors.length > 0 ? line : undefined);
  if (errors.length === 0) return null;
  return (
    <ul>
      {errors.map((error) => (
        <Line key={error.id} {...{ error, titles }} {...line} />
      ))}
    </ul>
  );
}

/** The titles of all records, as one text: a line is written again when they change. */
function useTitles(line?: Pick<LineProps, "session" | "presented">): string {
  const tools = useTools();
  const read = () => (line ? titlesIn({ ...line.presented, answers: line.session.data() }, tools) : "");
  return useSyncExternalStore(line?.session.subscribeAll ?? NEVER, read);
}

const NEVER = () => () => {};

function titlesIn(form: AnsweredForm, tools: WordingTools): string {
  const titled = findLists(form.schema, form.answers).filter(({ path }) => uiAt(form, path).recordTitle);
  const paths = titled.flatMap(({ path, entries }) => Object.keys(entries).map((index) => [...path, index]));
  return paths.map((path) => nameRecord(form, path, tools)).join("\n");
}

const useTools = (): WordingTools => ({
  text: useText(),
  has: useHasText(),
  language: useLanguage(),
  fileName: String,
});

interface LineProps {
  error: FieldError;
  session: FormSession;
  presented: ErrorSummaryProps["presented"];
  titles: string;
  onGo(field: string): void;
}

/** The session keeps the identity of an error that stays the same: one that comes or goes renders no other line. */
const Line = memo(function Line({ error, session, presented, onGo }: LineProps) {
  const tools = useTools();
  const form = { ...presented, answers: session.data() };
  const { id, label, message, atField } = formatErrorLine(error, form, tools);
  const line = <Unbroken>{label ? joinFieldError(tools.text, label, message) : message}</Unbroken>;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    onGo(id);
  };
  return (
    <li>
      {atField ? (
        <a href={`#${id}`} onClick={go}>
          {line}
        </a>
      ) : (
        line
      )}
    </li>
  );
});

function firstToAsk(errors: readonly FieldError[], { uiSchema }: ErrorSummaryProps["presented"]): string | null {
  const [error, more] = errors;
  if (error && errors.every(isWarning)) return error.id;
  if (!error || more) return null;
  const path = pointerSegments(error.pointer);
  // The answer of an explained question has no layout of its own.
  return fieldUi(valueAt(uiSchema, path) ?? valueAt(uiSchema, path.slice(0, -1))).question ? error.id : null;
}

/** Errors about nothing that this form shows, for a form that marks its fields and has no summary. */
export function ErrorsElsewhere({ session, presented }: Pick<ErrorSummaryProps, "session" | "presented">) {
  const tools = useTools();
  const all = useSyncExternalStore(session.subscribeAll, session.errors);
  const form = { ...presented, answers: session.data() };
  const lines = all.map((error) => formatErrorLine(error, form, tools));
  const elsewhere = lines.filter(({ atField }) => !atField);
  if (elsewhere.length === 0) return null;
  return (
    <ul>
      {elsewhere.map(({ id, message }) => (
        <li key={id}>{message}</li>
      ))}
    </ul>
  );
}

interface Place {
  ui: UiSchema;
  schema: Schema;
  label: string;
}

/** The ui-schema and schema at a pointer, and the words that name the field. */
function findPlace(pointer: string, form: AnsweredForm, tools: WordingTools): Place {
  const { schema, uiSchema } = form;
  let fieldPlace: Place = { ui: uiSchema, schema, label: "" };
  /** What names the group, record or question around. */
  let around = "";
  const path = pointerSegments(pointer);
  for (const [index, name] of path.entries()) {
    if (fieldPlace.schema.items?.properties) {
      around = nameRecord(form, path.slice(0, index + 1), tools);
      fieldPlace = { ...fieldPlace, schema: fieldPlace.schema.items, label: around };
      continue;
    }
    const ui = fieldPlace.ui[name] as JsonObject | undefined;
    if (ui === undefined) break;
    const order = (fieldUi(fieldPlace.ui).order ?? []) as string[];
    const memberUi = fieldUi(ui);
    const number = order.indexOf(name) + 1;
    if (memberUi.question) around = tools.text("wizard.question.number", { number });
    const own = memberUi.question ? around : ownLabel({ name, ui: memberUi, rootUi: uiSchema, around }, tools);
    const label = joinLabels(around, own ?? fieldPlace.label);
    fieldPlace = { ui, schema: findMember(fieldPlace.schema, name), label };
    if (memberUi.field === "group") around = label;
  }
  return fieldPlace;
}

const joinLabels = (around: string, label: string) => (around && label !== around ? `${around} – ${label}` : label);

interface Labelled {
  name: string;
  ui: FieldUi;
  rootUi: UiSchema;
  /** What names it already. */
  around: string;
}

function ownLabel(field: Labelled, { text, has }: WordingTools): string | undefined {
  if (field.ui.widget === "agreement") return agreementSentence(field, text, has);
  return field.ui.around && !field.around ? `${field.ui.around} – ${field.ui.title}` : field.ui.title;
}

/** Also looks into branches, where conditional fields are described. */
function findMember(schema: Schema, name: string): Schema {
  return propertySchemas(schema).get(name)?.[0] ?? {};
}

const isField = (error: FieldError, { uiSchema }: AnsweredForm): boolean => {
  const [first] = pointerSegments(shownAt(error));
  return first !== undefined && uiSchema[first] !== undefined;
};

/** An error as a broker reads it: the field's name and the sentence, or a sentence that names the field itself. */
export function formatErrorLine(error: FieldError, form: AnsweredForm, tools: WordingTools) {
  const { ui: rawUi, schema, label } = findPlace(shownAt(error), form, tools);
  const ui = fieldUi(rawUi);
  const named = findPresentation(error, ui)?.type !== undefined;
  return {
    id: error.id,
    /** False: the form has no such field, so there is nothing to go to. */
    atField: isField(error, form),
    label: named ? "" : label,
    message: errorMessage(error, { ui, schema, language: tools.language }, tools.text),
  };
}
