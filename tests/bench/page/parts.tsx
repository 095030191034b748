// The frame around fields that are drawn by hand, and the summary of errors: the same elements as ours, so that what is compared is
// the work and not the page.
import type { ReactNode } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import errorSummaryStyles from "#widgets/templates/ErrorSummary.module.css";
import fieldTemplateStyles from "#widgets/templates/FieldTemplate.module.css";
import objectFieldTemplateStyles from "#widgets/templates/ObjectFieldTemplate.module.css";
import { type FieldSpec, type FormSpec, findFields } from "./forms.ts";

export function Sections({ form, children }: { form: FormSpec; children: (field: FieldSpec) => ReactNode }) {
  return form.sections.map(({ title, fields }) => (
    <fieldset className={objectFieldTemplateStyles.section} key={title}>
      <legend className={objectFieldTemplateStyles.title}>{title}</legend>
      <div className={objectFieldTemplateStyles.fields}>{fields.map(children)}</div>
    </fieldset>
  ));
}

export const buildId = (name: string) => `bench_${name}`;

interface FrameProps {
  field: FieldSpec;
  error: string | null | undefined;
  children: ReactNode;
}

export function Frame({ field: { name, label, kind, required }, error, children }: FrameProps) {
  const id = buildId(name);
  const words = (
    <>
      {label}
      {required ? (
        <span className={fieldTemplateStyles.required}>*</span>
      ) : (
        <span className={fieldTemplateStyles.optional}>(optional)</span>
      )}
    </>
  );
  const group = kind === "yes-no";
  const typed = !group && kind !== "select";
  const { field, line, invalid } = fieldTemplateStyles;
  return (
    <div
      className={[field, typed && line, error && invalid].filter(Boolean).join(" ")}
      {...(group && { id, role: "radiogroup", "aria-labelledby": `${id}__label` })}
    >
      {group ? (
        <span className={fieldTemplateStyles.label} id={`${id}__label`}>
          {words}
        </span>
      ) : (
        <label className={fieldTemplateStyles.label} htmlFor={id}>
          {words}
        </label>
      )}
      {error && (
        <p className={fieldTemplateStyles.error} id={`${id}__error`}>
          <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Z" />
          </svg>
          <span>{error}</span>
        </p>
      )}
      {children}
    </div>
  );
}

export const inputProps = ({ name, required }: FieldSpec, error: string | null | undefined) => ({
  id: buildId(name),
  className: textStyles.input,
  autoComplete: "off",
  "aria-required": required || undefined,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error ? `${buildId(name)}__error` : undefined,
});

export function Summary({ form, errors }: { form: FormSpec; errors: Record<string, string | null | undefined> }) {
  const wrong = findFields(form).filter(({ name }) => errors[name]);
  if (wrong.length === 0) return null;
  return (
    <section className={errorSummaryStyles.summary} tabIndex={-1}>
      <h3>This step is not complete</h3>
      <ul>
        {wrong.map(({ name, label }) => (
          <li key={name}>
            <a href={`#${buildId(name)}`}>{`${label}: ${errors[name]}`}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
