// The frame of a field: label, help, error, control, note - in that order, so that the error is read before the control.
// A single control gets a label, a group a fieldset with a legend; a widget with a frame of its own gets none.
import type { ReactNode } from "react";
import type { FieldFocus } from "../fieldFocus.ts";
import type { WidgetEntry } from "../registry.ts";
import type { FieldUi, FieldWords } from "../runtime.ts";
import { FieldLabel } from "./FieldLabel.tsx";
import { AfterControl, ErrorLine, Help } from "./FieldNotes.tsx";

export interface FieldTemplateProps {
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
  children: ReactNode;
}

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, entry, words, focus, children } = props;
  if (entry.kind === "own") return <div {...focus}>{children}</div>;
  const invalid = words.error !== undefined || words.blocking !== undefined;
  const body = (
    <>
      <Help id={id} words={words} />
      <ErrorLine id={id} words={words} />
      {children}
      <AfterControl id={id} words={words} />
    </>
  );
  const className = invalid ? "field is-invalid" : "field";
  if (entry.kind === "group") return <Group {...props} className={className} body={body} />;
  return (
    <div className={className} {...focus}>
      <Label {...props} />
      {body}
    </div>
  );
}

function Group({
  entry,
  id,
  labelId,
  named,
  words,
  className,
  focus,
  body,
  ...label
}: FieldTemplateProps & { className: string; body: ReactNode }) {
  const described = words.error ? `${id}__error` : undefined;
  return (
    <fieldset
      className={className}
      id={id}
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={described}
      {...focus}
    >
      {!named && (
        <legend className={entry.companion ? "label-line sr" : "label-line"}>
          <Label {...label} {...{ entry, id, labelId, named, words, focus }} group />
        </legend>
      )}
      {body}
    </fieldset>
  );
}

function Label({ id, label, labelId, required, entry, ui, group }: FieldTemplateProps & { group?: boolean }) {
  return <FieldLabel {...{ id, labelId, label, required, star: entry.star === true, ui, group }} />;
}
