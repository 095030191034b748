// A field of the portal's own small forms: label, help, error, then the control that `children` are.
import type { ReactNode } from "react";
import { ErrorText } from "#widgets/templates/ErrorText.tsx";
import fieldStyles from "#widgets/templates/FieldTemplate.module.css";

interface FieldProps {
  /** Id of the control. Its help and error have the ids `<id>-help` and `<id>-error`. */
  id: string;
  label: string;
  help?: string | undefined;
  error?: string | null | undefined;
  children: ReactNode;
}

export function Field({ id, label, help, error, children }: FieldProps) {
  return (
    <div className={error ? `${fieldStyles.field} ${fieldStyles.invalid}` : fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className={fieldStyles.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {children}
    </div>
  );
}
