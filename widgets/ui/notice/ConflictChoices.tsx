// Someone else saved the same data first: for each field one chooses which value stays, then saves again (decisions 38).
// Compares nothing itself, and shows only fields that both changed.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import radioStyles from "../../fields/choice/Radio.module.css";
import { useText } from "../../runtime/text.ts";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Button } from "../Button.tsx";
import styles from "./ConflictChoices.module.css";
import { Notice } from "./Notice.tsx";

type Choice = "yours" | "stored";
export type Choices = Record<string, Choice>;

export interface ConflictField {
  key: string;
  label: string;
  /** Either value in words. */
  yours: string;
  stored: string;
}

interface ConflictChoicesProps {
  title: string;
  fields: readonly ConflictField[];
  /** Another object each time that saving was refused: the choice then takes the focus, as it is what saving waits for. */
  asked: object;
  onApply: (choices: Choices) => void;
}

export function ConflictChoices({ title, fields, asked, onApply }: ConflictChoicesProps) {
  const text = useText();
  const [choices, setChoices] = useState<Choices>({});
  const container = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asked) container.current?.focus();
  }, [asked]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(choices);
  };
  return (
    <form className={styles.conflict} ref={container} tabIndex={-1} onSubmit={apply} aria-label={title}>
      <Notice tone="warning" role="alert" title={title}>
        {text("wizard.conflict.text")}
      </Notice>
      {fields.map((field) => (
        <FieldChoice
          key={field.key}
          field={field}
          chosen={choices[field.key] ?? "yours"}
          onChoose={(which) => setChoices({ ...choices, [field.key]: which })}
        />
      ))}
      <div className="actions">
        <Button kind="primary" type="submit">
          {text("wizard.conflict.apply")}
        </Button>
      </div>
    </form>
  );
}

interface FieldChoiceProps {
  field: ConflictField;
  chosen: Choice;
  onChoose: (which: Choice) => void;
}

function FieldChoice({ field, chosen, onChoose }: FieldChoiceProps) {
  const text = useText();
  const name = useId();
  return (
    <fieldset className="stack">
      <legend className={fieldTemplateStyles.label}>{field.label}</legend>
      <div className={`${radioStyles.boxes} ${radioStyles.stacked}`}>
        {(["yours", "stored"] as const).map((which) => (
          <label key={which}>
            <input
              className={radioStyles.radio}
              type="radio"
              name={name}
              checked={chosen === which}
              onChange={() => onChoose(which)}
            />
            {text(`wizard.conflict.${which}`, { value: field[which] })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
