// A box to tick with its words beside it. Unticked and never touched look the same, but the data differ.
import type { ReactNode } from "react";
import { agreementText } from "../../agreementText.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useHasText, useText } from "../../runtime/text.ts";
import { Star } from "../../templates/FieldLabel.tsx";
import { ErrorLine, Words } from "../../templates/FieldNotes.tsx";
import { NewWindowLink } from "../../ui/text/NewWindowLink.tsx";
import styles from "./Checkbox.module.css";

export function CheckboxWidget(props: WidgetProps<boolean>) {
  return <CheckLine {...props}>{props.label}</CheckLine>;
}

/** A box whose words hold the link to a document: opening the document does not tick the box. */
export function AgreementWidget(props: WidgetProps<boolean>) {
  const { path, ui, runtime } = props;
  const name = path.at(-1) ?? "";
  const { before, link, after } = agreementText({ name, ui, rootUi: runtime.uiSchema }, useText(), useHasText());
  const href = runtime.services.linkTo?.(`documents.${typeof ui.document === "string" ? ui.document : name}`);
  return (
    <CheckLine {...props}>
      {before}
      {link && (href ? <NewWindowLink href={href}>{link}</NewWindowLink> : link)}
      {after}
    </CheckLine>
  );
}

/** The box and its line of words. */
function CheckLine(props: WidgetProps<boolean> & { children: ReactNode }) {
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
