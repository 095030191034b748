// A few choices side by side, of which one is pressed, and many in a list.
import { type Ref, useId } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import styles from "./Workspace.module.css";

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly (readonly [Value, string])[];
  value: Value;
  onChange(value: Value): void;
}

export function Segments<Value extends string>({ label, choices, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {choices.map(([choice, name]) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface SelectProps {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, name: string])[];
  /** The name of a value that is not among the choices. */
  own?: string;
  /** The label is for screen readers only. */
  isBare?: boolean;
  ref?: Ref<HTMLSelectElement>;
  onChange(value: string): void;
}

export function Select({ label, value, choices, own = value, isBare = false, ref, onChange }: SelectProps) {
  const id = useId();
  const names = choices.some(([choice]) => choice === value) ? choices : [[value, own] as const, ...choices];
  const select = (
    <select
      id={id}
      ref={ref}
      className={textStyles.input}
      aria-label={isBare ? label : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {names.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
  if (isBare) return select;
  return (
    <div className={styles.member}>
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
}
