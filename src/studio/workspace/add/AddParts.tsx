// The parts of the form of what is added: words in both languages, lines of choices, and columns with their kind.
import { LANGUAGES } from "#engine/values/languages.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { Words } from "../model/members.ts";
import { Select } from "../Segments.tsx";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { EMPTY, type Part } from "./form.ts";
import { FIELD_KINDS, type FieldKind } from "./kinds.ts";

/** What a record or a row can have. */
const IN_LISTS = FIELD_KINDS.filter(
  (kind) => !["explained", "choice", "several", "address", "file", "cards", "table", "rows", "total"].includes(kind),
);

interface BothProps {
  /** In Dutch and French, in the language of the reader. */
  labels: [nl: string, fr: string];
  value: Words;
  isFirst?: boolean;
  onChange(value: Words): void;
}

export const Both = ({ labels, value, isFirst = false, onChange }: BothProps) => (
  <div className={styles.both}>
    {LANGUAGES.map((language, index) => (
      <label key={language} className={styles.text}>
        <span>{labels[index]}</span>
        <input
          className={styles.input}
          lang={language}
          // biome-ignore lint/a11y/noAutofocus: the dialog asked for it, and goes on here
          autoFocus={isFirst && index === 0}
          value={value[language]}
          onChange={({ target }) => onChange({ ...value, [language]: target.value })}
        />
      </label>
    ))}
  </div>
);

export const Lines = ({ labels, value, onChange }: BothProps) => (
  <div className={styles.both}>
    {LANGUAGES.map((language, index) => (
      <label key={language} className={styles.text}>
        <span>{labels[index]}</span>
        <textarea
          className={styles.input}
          lang={language}
          rows={3}
          value={value[language]}
          onChange={({ target }) => onChange({ ...value, [language]: target.value })}
        />
      </label>
    ))}
  </div>
);

interface PartsProps {
  value: Part[];
  /** The first field of a step, and no columns. */
  isOne?: boolean;
  onChange(value: Part[]): void;
}

export function Parts({ value, isOne = false, onChange }: PartsProps) {
  const say = useSay();
  const change = (index: number, part: Part) => onChange(value.with(index, part));
  return (
    <>
      {value.map((part, index) => {
        const title = isOne ? say("firstField") : say("part", { number: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number until it is written
          <fieldset key={index} className={styles.part} aria-label={title}>
            <Both
              labels={[`${title}, nl`, `${title}, fr`]}
              value={part.words}
              onChange={(words) => change(index, { ...part, words })}
            />
            <Select
              label={`${title}: ${say("partKind")}`}
              value={part.kind}
              choices={IN_LISTS.map((kind) => [kind, say(`kind_${kind}`)] as const)}
              onChange={(kind) => change(index, { ...part, kind: kind as FieldKind })}
            />
          </fieldset>
        );
      })}
      {!isOne && (
        <Button small icon="plus" onClick={() => onChange([...value, { words: EMPTY, kind: "text" }])}>
          {say("addPart")}
        </Button>
      )}
    </>
  );
}
