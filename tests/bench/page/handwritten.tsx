// The same form written by hand, the way a careful developer does: controlled inputs, each with its own state and memo,
// its error after it was left, the form's data gathered on blur.
import { memo, useCallback, useRef, useState } from "react";
import { flatData, nameOf } from "#app/bench/flat.ts";
import { fields, offer } from "#app/bench/page.ts";
import "#widgets/styles/index.css";

interface TextFieldProps {
  name: string;
  label: string;
  start: string;
  required: boolean;
  onCommit: (name: string, value: string) => void;
}

function problem(value: string, required: boolean): string | null {
  if (value === "") return required ? "Required" : null;
  return value.length < 2 ? "At least 2 characters" : null;
}

const TextField = memo(function TextField({ name, label, start, required, onCommit }: TextFieldProps) {
  const [value, setValue] = useState(start);
  const [error, setError] = useState<string | null>(null);
  const id = `bench_${name}`;
  return (
    <div className={error ? "field is-invalid" : "field"}>
      <label className="label" htmlFor={id}>
        {label}
        {required ? (
          <span className="req" aria-hidden="true">
            *
          </span>
        ) : (
          <span className="opt">(optional)</span>
        )}
      </label>
      {error && (
        <p className="error" id={`${id}__error`}>
          {error}
        </p>
      )}
      <input
        id={id}
        name={id}
        className="input"
        autoComplete="off"
        value={value}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}__error` : undefined}
        onChange={(event) => setValue(event.target.value)}
        onBlur={() => {
          setError(problem(value, required));
          onCommit(name, value);
        }}
      />
    </div>
  );
});

function HandWritten() {
  const data = useRef(flatData(fields));
  const commit = useCallback((name: string, value: string) => {
    data.current = { ...data.current, [name]: value };
  }, []);
  return (
    <form className="fields" noValidate>
      <div className="sect sect-fields">
        {Array.from({ length: fields }, (_, index) => (
          <TextField
            key={nameOf(index)}
            name={nameOf(index)}
            label={`Field ${index}`}
            start={`value ${index}`}
            required={index % 2 === 0}
            onCommit={commit}
          />
        ))}
      </div>
    </form>
  );
}

offer(() => <HandWritten />);
