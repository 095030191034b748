// What the pages of the studio are made of: a card under its heading, a table whose rows become blocks where there is no room, and a
// choice by name.
import { type ReactNode, useId } from "react";
import textStyles from "#widgets/fields/Text.module.css";

interface CardProps {
  title: ReactNode;
  heading?: "h2" | "h3";
  /** Behind the heading. */
  badge?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, heading: Heading = "h2", badge, className = "", children }: CardProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <Heading id={id}>{title}</Heading>
        {badge}
      </div>
      {children}
    </section>
  );
}

interface TableProps {
  heads: readonly string[];
  className?: string;
  children: ReactNode;
}

export function Table({ heads, className = "", children }: TableProps) {
  return (
    <table className={`table pv-stack ${className}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export type Choices<Value> = readonly (readonly [value: Value, name: string])[];

interface ChoiceProps<Value extends string> {
  label: string;
  choices: Choices<Value>;
  value: Value;
  onChange(value: Value): void;
}

export function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={textStyles.input}
        value={value}
        onChange={({ target }) => onChange(choices.find(([choice]) => choice === target.value)?.[0] ?? value)}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
