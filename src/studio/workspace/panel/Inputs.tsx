// The parts of which panels and dialogs are made: texts in both languages, a choice of yes or no, ticks, and a group with its
// heading.
import { type ReactNode, useId } from "react";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";
import type { Words } from "../model/members.ts";
import { Segments } from "../Segments.tsx";
import type { Outcome } from "../useActs.ts";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { TextField } from "./TextField.tsx";

/** In words, or where the files have none the name as they write it. */
export const Name = ({ label, name }: { label: string; name: string }) =>
  label === name ? <code>{name}</code> : label;

interface DraftProps {
  label(language: Language): string;
  value: Words;
  isLong?: boolean;
  isFirst?: boolean;
  onChange(value: Words): void;
}

/** A text in both languages that is written later, with what belongs to it. */
export const DraftTexts = ({ label, value, isLong, isFirst = false, onChange }: DraftProps) => {
  const id = useId();
  const Input = isLong ? "textarea" : "input";
  return (
    <div className={styles.both}>
      {LANGUAGES.map((language, index) => (
        <div key={language} className={styles.text}>
          <label htmlFor={`${id}${language}`}>{label(language)}</label>
          <Input
            id={`${id}${language}`}
            className={styles.input}
            lang={language}
            autoFocus={isFirst && index === 0}
            value={value[language]}
            onChange={({ target }) => onChange({ ...value, [language]: target.value })}
          />
        </div>
      ))}
    </div>
  );
};

interface TextsProps {
  label: string;
  texts: Partial<Words>;
  isLong?: boolean;
  /** Beside a text. Otherwise that it is missing, where the other language has it. */
  hint?: string | undefined;
  onChange(language: Language, typed: string): Promise<Outcome>;
}

/** A text in both languages, written while one types. */
export function BothTexts({ label, texts, isLong = false, hint, onChange }: TextsProps) {
  const say = useSay();
  const has = (language: Language) => texts[language] !== undefined;
  return (
    <div className={styles.both}>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={`${label}, ${language}`}
          language={language}
          value={texts[language] ?? ""}
          isLong={isLong}
          hint={hint ?? (!has(language) && LANGUAGES.some(has) ? say("missing") : undefined)}
          onChange={(typed) => onChange(language, typed)}
        />
      ))}
    </div>
  );
}

interface YesNoProps {
  label: string;
  value: boolean;
  onChange(value: boolean): void;
}

export function YesNo({ label, value, onChange }: YesNoProps) {
  const say = useSay();
  const choices = [["yes", say("yes")] as const, ["", say("no")] as const];
  return (
    <div className={styles.member}>
      <span>{label}</span>
      <Segments
        label={label}
        choices={choices}
        value={value ? "yes" : ""}
        onChange={(next) => onChange(next === "yes")}
      />
    </div>
  );
}

interface TicksProps {
  label: string;
  choices: readonly { id: string; name: string; isOn: boolean; onChange(isOn: boolean): void }[];
}

export const Ticks = ({ label, choices }: TicksProps) => (
  <fieldset className={styles.ticks} aria-label={label}>
    {choices.map(({ id, name, isOn, onChange }) => (
      <label key={id}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        {name}
      </label>
    ))}
  </fieldset>
);

export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
