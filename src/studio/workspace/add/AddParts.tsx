// The fields of a record, the columns of a table and the first field of a step: each with its words, its kind, its choices and whether it
// is required.
import { Button } from "#widgets/ui/Button.tsx";
import { DraftTexts, Ticks } from "../panel/Inputs.tsx";
import { Select } from "../Segments.tsx";
import styles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { type Form, hasLines, NEW_PART, type Part } from "./form.ts";
import { FIELD_KINDS, type FieldKind } from "./kinds.ts";

interface RequiredProps {
  label: string;
  form: Pick<Form, "isRequired">;
  onChange(values: Pick<Form, "isRequired">): void;
}

export function IsRequired({ label, form: { isRequired: isOn }, onChange }: RequiredProps) {
  const name = useSay()("required");
  return <Ticks label={label} choices={[{ id: name, name, isOn, onChange: (on) => onChange({ isRequired: on }) }]} />;
}

/** What a record or a row can have. */
const IN_LISTS = FIELD_KINDS.filter(
  (kind) => !["explained", "several", "address", "file", "cards", "table", "rows", "total"].includes(kind),
);

interface PartsProps {
  value: Part[];
  /** The first field of a step, and no columns. */
  isOne?: boolean;
  /** Each may be required. The columns of fixed rows are with their table. */
  canRequire: boolean;
  onChange(value: Part[]): void;
}

export function Parts({ value, isOne = false, canRequire, onChange }: PartsProps) {
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
              isFirst={index > 0}
              onChange={(words) => change(index, { ...part, words })}
            />
            <Select
              label={say("titled", { kind: title, name: say("partKind") })}
              value={part.kind}
              choices={IN_LISTS.map((kind) => [kind, say(`kind_${kind}`)] as const)}
              onChange={(kind) => change(index, { ...part, kind: kind as FieldKind })}
            />
            {hasLines(part.kind) && (
              <DraftTexts
                label={(language) => say("titled", { kind: title, name: say("choices", { language }) })}
                isLong
                value={part.lines}
                onChange={(lines) => change(index, { ...part, lines })}
              />
            )}
            {canRequire && (
              <IsRequired label={title} form={part} onChange={(changed) => change(index, { ...part, ...changed })} />
            )}
          </fieldset>
        );
      })}
      {!isOne && (
        <Button small icon="plus" onClick={() => onChange([...value, NEW_PART])}>
          {say("addPart")}
        </Button>
      )}
    </>
  );
}
