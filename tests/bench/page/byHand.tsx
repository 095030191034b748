// The form written by hand, the way a careful developer does: controlled inputs, each with its own state and memo, its error after
// it was left, the form's data gathered on blur, all errors with a summary after Next.
import { memo, useCallback, useRef, useState } from "react";
import formStyles from "#widgets/Form.module.css";
import radioStyles from "#widgets/fields/choice/Radio.module.css";
import { type FieldSpec, findFields, findProblem } from "./forms.ts";
import { answers, form } from "./page.ts";
import { Frame, inputProps, Sections, Summary } from "./parts.tsx";

interface FieldProps {
  field: FieldSpec;
  start: unknown;
  /** The contents of the summary after Next. */
  error: string | null | undefined;
  onCommit: (field: FieldSpec, value: unknown) => void;
}

const shown = (value: unknown) => (value === undefined ? "" : String(value));

const Field = memo(function Field({ field, start, error, onCommit }: FieldProps) {
  const [value, setValue] = useState(start);
  const [ownError, setOwnError] = useState<string | null>(null);
  const wrong = error === undefined ? ownError : error;
  const commit = (next: unknown) => {
    setOwnError(findProblem(field, next));
    onCommit(field, next);
  };
  const choose = (next: unknown) => {
    setValue(next);
    commit(next);
  };
  const input = inputProps(field, wrong);
  return (
    <Frame field={field} error={wrong}>
      {field.kind === "yes-no" ? (
        <div className={radioStyles.boxes}>
          {[true, false].map((option) => (
            <label key={String(option)}>
              <input
                className={radioStyles.radio}
                type="radio"
                name={input.id}
                checked={option === value}
                onChange={() => choose(option)}
              />
              {option ? "Yes" : "No"}
            </label>
          ))}
        </div>
      ) : field.options ? (
        <select {...input} value={shown(value)} onChange={(event) => choose(event.target.value || undefined)}>
          <option value="" />
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          {...input}
          value={shown(value)}
          onChange={(event) => setValue(event.target.value)}
          onBlur={() => commit(value)}
        />
      )}
    </Frame>
  );
});

type Errors = Record<string, string | null>;

export function HandWritten() {
  const data = useRef<Record<string, unknown>>(answers);
  const [errors, setErrors] = useState<Errors | null>(null);
  const commit = useCallback((field: FieldSpec, value: unknown) => {
    data.current = { ...data.current, [field.name]: value };
    setErrors((errors) => errors && { ...errors, [field.name]: findProblem(field, value) });
  }, []);
  const next = () =>
    setErrors(
      Object.fromEntries(findFields(form).map((field) => [field.name, findProblem(field, data.current[field.name])])),
    );
  return (
    <form
      className={formStyles.sections}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      {errors && <Summary form={form} errors={errors} />}
      <Sections form={form}>
        {(field) => (
          <Field
            key={field.name}
            field={field}
            start={answers[field.name]}
            error={errors?.[field.name]}
            onCommit={commit}
          />
        )}
      </Sections>
      <button type="submit">Next</button>
    </form>
  );
}
