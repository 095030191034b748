// The frame of a field: label, help, error, control, note - in that order, so that the error is read before the control.
// A single control gets a label, several a group that the label names: one choice of radios is a radio group, which can be
// required. A widget with a frame of its own gets none, and one with a companion puts help and
// error at the field of its own.
import type { ReactNode } from "react";
import type { useFieldFocus } from "../fieldFocus.ts";
import type { WidgetEntry } from "../registry.ts";
import { type FieldUi, type FieldWords, useRuntime } from "../runtime/runtime.ts";
import { FieldLabel } from "./FieldLabel.tsx";
import { AfterControl, BeforeControl } from "./FieldNotes.tsx";
import styles from "./FieldTemplate.module.css";

type FieldFocus = ReturnType<typeof useFieldFocus>;

interface FieldTemplateProps {
  id: string;
  entry: WidgetEntry;
  label: string;
  labelId: string;
  required: boolean;
  ui: FieldUi;
  words: FieldWords;
  focus: FieldFocus;
  /** The section's title is this group's name already. */
  named: boolean;
  /** The group is one choice of radios. */
  radios: boolean;
  describedBy: string | undefined;
  children: ReactNode;
}

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, entry, words, focus, children } = props;
  const after = useRuntime().services.after?.(id);
  if (entry.kind === "own")
    return (
      <div {...focus}>
        {children}
        {after}
      </div>
    );
  const invalid = words.error !== undefined || words.blocking !== undefined;
  const body = (
    <>
      {!entry.companion && <BeforeControl id={id} words={words} />}
      {children}
      <AfterControl id={id} words={words} />
      {after}
    </>
  );
  const className = [styles.field, entry.typed && !entry.nested && styles.line, invalid && styles.invalid]
    .filter(Boolean)
    .join(" ");
  if (entry.kind === "group") return <Group {...props} className={className} body={body} />;
  return (
    <div className={className} data-field data-width={findWidth(props)} {...focus}>
      {buildLabel(props)}
      {body}
    </div>
  );
}

const findWidth = ({ entry, ui }: FieldTemplateProps) => (ui.size === "short" ? "short" : entry.width);

function Group({ className, body, ...props }: FieldTemplateProps & { className: string | undefined; body: ReactNode }) {
  const { entry, id, labelId, named, words, focus, radios, required, describedBy } = props;
  const ofControl = words.error ? `${id}__error` : undefined;
  const group = {
    role: radios ? "radiogroup" : "group",
    "aria-required": (radios && required) || undefined,
    "aria-labelledby": labelId,
    // A locked widget has no control that could be described by the reason.
    "aria-describedby": entry.tied && !words.note ? ofControl : describedBy,
  };
  return (
    <div
      className={className}
      data-field
      data-width={entry.width}
      id={id}
      tabIndex={-1}
      {...group}
      {...(entry.nested ? {} : focus)}
    >
      {!named && <div className={entry.companion ? "visually-hidden" : undefined}>{buildLabel(props, true)}</div>}
      {body}
    </div>
  );
}

function buildLabel({ entry, radios, id, label, labelId, required, ui }: FieldTemplateProps, group = false): ReactNode {
  return (
    <FieldLabel
      {...{ id, labelId, label, required, star: entry.star === true, ui, group, radios, computed: entry.computed }}
    />
  );
}
