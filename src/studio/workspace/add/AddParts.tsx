// The parts of the form of what is added: columns with their kind, or the first field of a step.
import { Button } from "#widgets/ui/Button.tsx";
import { EMPTY } from "../model/members.ts";
import { DraftTexts } from "../panel/Inputs.tsx";
import { Select } from "../Segments.tsx";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import type { Part } from "./form.ts";
import { FIELD_KINDS, type FieldKind } from "./kinds.ts";

/** What a record or a row can have. */
const IN_LISTS = FIELD_KINDS.filter(
  (kind) => !["explained", "choice", "several", "address", "file", "cards", "table", "rows", "total"].includes(kind),
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
            <DraftTexts
              label={(code) => `${title}, ${code}`}
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
