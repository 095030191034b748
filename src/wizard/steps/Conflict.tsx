// Someone else changed this step meanwhile: per field the broker chooses what stays, then the step is saved again.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import type { FieldConflict } from "../model/conflict.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { useWording } from "../wording/useWording.ts";

type Choices = Record<string, "yours" | "stored">;

export function Conflict({ step }: { step: string }) {
  const text = useText();
  const { saving } = useWizard();
  const conflict = useWizardState((state) => state.conflicts[step]);
  const [choices, setChoices] = useState<Choices>({});
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (conflict) place.current?.focus();
  }, [conflict]);
  if (!conflict) return null;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    void saving.settle(step, choices);
  };
  return (
    <form className="conflict" ref={place} tabIndex={-1} onSubmit={apply} aria-label={text("wizard.conflict.title")}>
      <Notice tone="warning" role="alert" title={text("wizard.conflict.title")}>
        {text("wizard.conflict.text")}
      </Notice>
      {conflict.comparison.conflicts.map((field) => (
        <Choice
          key={field.path.join("/")}
          step={step}
          field={field}
          chosen={choices[field.path.join("/")] ?? "yours"}
          onChoose={(which) => setChoices({ ...choices, [field.path.join("/")]: which })}
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

interface ChoiceProps {
  step: string;
  field: FieldConflict;
  chosen: "yours" | "stored";
  onChoose: (which: "yours" | "stored") => void;
}

function Choice({ step, field, chosen, onChoose }: ChoiceProps) {
  const text = useText();
  const wording = useWording();
  const name = `conflict-${step}-${field.path.join("-")}`;
  return (
    <fieldset className="stack">
      <legend className="label">{wording.label(step, field.path)}</legend>
      <div className="seg seg-stack">
        {(["yours", "stored"] as const).map((which) => (
          <label key={which}>
            <input
              className="radio"
              type="radio"
              name={name}
              checked={chosen === which}
              onChange={() => onChoose(which)}
            />
            {text(`wizard.conflict.${which}`, { value: wording.value(step, field.path, field[which]) })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
