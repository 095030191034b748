// The parts of the form of what is added: what a total adds up, which document, how a question is judged, and columns with their kind.
import { useQuery } from "@tanstack/react-query";
import { isObject } from "#engine/schema/schemaTree.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { productPath, studioQuery } from "../../data.ts";
import { enter, type Target } from "../model/places.ts";
import { DraftTexts, Ticks } from "../panel/Inputs.tsx";
import { Select } from "../Segments.tsx";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { useSay, type WordKey } from "../words.ts";
import { listSources } from "./addActs.ts";
import { type AddKind, type Form, hasLines, NEW_PART, type Part } from "./form.ts";
import { FIELD_KINDS, type FieldKind } from "./kinds.ts";

interface SourceProps {
  kind: AddKind;
  form: Form;
  target: Target;
  onChange(source: string): void;
}

export function Source({ kind, form, target, onChange }: SourceProps) {
  const say = useSay();
  const { content } = useWorkspace();
  const pictures = useQuery({
    ...studioQuery<string[]>(productPath(content.product, "pictures")),
    enabled: kind === "picture",
  });
  const documents = [content.manifest, "schemas/shared/product.json"].flatMap((file) =>
    Object.keys(Object(content.read(file)?.documents)),
  );
  const sources: Partial<Record<AddKind, [WordKey, string[]]>> = {
    total: ["adds", listSources(content, target).map(({ path }) => path)],
    document: ["kind_document", [...new Set(documents)]],
    picture: ["kind_picture", pictures.data ?? []],
  };
  const [label, values] = sources[kind] ?? [];
  if (!label || !values) return null;
  return (
    <Select
      label={say(label)}
      value={form.source}
      choices={["", ...values].map((value) => [value, value || say("none")] as const)}
      onChange={onChange}
    />
  );
}

/** The choices of a question, by the words that they have. */
const JUDGEMENT = {
  list: { acceptance_questions: "acceptance", final_questions: "final" },
  expected: { yes: "yes", no: "no" },
  effect: { refer: "refer", decline: "decline" },
} as const satisfies Record<string, Record<string, WordKey>>;

interface ChoiceProps {
  form: Form;
  onChange(values: Partial<Form>): void;
}

export function Judgement({ form, onChange }: ChoiceProps) {
  const say = useSay();
  return (["list", "expected", "effect"] as const).map((name) => (
    <Select
      key={name}
      label={say(name)}
      value={form[name]}
      choices={Object.entries(JUDGEMENT[name]).map(([value, word]) => [value, say(word)] as const)}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
}

interface RequiredProps {
  label: string;
  form: Pick<Form, "isRequired">;
  onChange(values: Pick<Form, "isRequired">): void;
}

export function IsRequired({ label, form: { isRequired: isOn }, onChange }: RequiredProps) {
  const name = useSay()("required");
  return <Ticks label={label} choices={[{ id: name, name, isOn, onChange: (on) => onChange({ isRequired: on }) }]} />;
}

/** Beside what is selected, or in it where it is a list or a group. */
export function Where({ form, onChange }: ChoiceProps) {
  const say = useSay();
  const { content, selection } = useWorkspace();
  const { step, names } = selection;
  const field = names.length > 0 ? content.findField(step, names) : undefined;
  if (!field || !isObject(enter(field.rules).node.properties)) return null;
  const name = content.labelOf(field);
  return (
    <Select
      label={say("addWhere")}
      value={form.place}
      choices={[
        ["after", say("whereAfter", { name })],
        ["in", say("whereIn", { name })],
      ]}
      onChange={(place) => onChange({ place: place as Form["place"] })}
    />
  );
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
              onChange={(words) => change(index, { ...part, words })}
            />
            <Select
              label={`${title}: ${say("partKind")}`}
              value={part.kind}
              choices={IN_LISTS.map((kind) => [kind, say(`kind_${kind}`)] as const)}
              onChange={(kind) => change(index, { ...part, kind: kind as FieldKind })}
            />
            {hasLines(part.kind) && (
              <DraftTexts
                label={(language) => `${title}: ${say("choices", { language })}`}
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
