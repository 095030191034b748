// A box to tick with its words beside it. Unticked and never touched look the same; the data differ.
import type { ReactNode } from "react";
import type { WidgetProps } from "../runtime.ts";
import { Star } from "../templates/FieldLabel.tsx";
import { ErrorLine, Words } from "../templates/FieldNotes.tsx";
import styles from "./Checkbox.module.css";

export function CheckboxWidget(props: WidgetProps<boolean>) {
  return <CheckLine {...props}>{props.label}</CheckLine>;
}

/** The box and its line of words. A link in the words does not tick the box. */
export function CheckLine(props: WidgetProps<boolean> & { children: ReactNode }) {
  const { id, value, required, readonly, invalid, describedBy, words, choose, children } = props;
  return (
    <div className={styles.line} data-field>
      <input
        className={styles.check}
        id={id}
        type="checkbox"
        checked={value === true}
        aria-required={required || undefined}
        aria-disabled={readonly || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => !readonly && choose(event.target.checked)}
      />
      <label htmlFor={id}>
        {children}
        {required && <Star />}
      </label>
      <ErrorLine id={id} words={words} />
      <Words id={id} words={words} part="help" />
      <Words id={id} words={words} part="note" />
    </div>
  );
}
