// The parts of the form of what is added: what a total adds up, which document, how a question is judged, and columns with their kind.
import { useQuery } from "@tanstack/react-query";
import { isObject } from "#engine/schema/schemaTree.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { productPath, studioQuery } from "../../data.ts";
import { enter, type Target } from "../model/places.ts";
import { Select } from "../Segments.tsx";
import { useWorkspace } from "../useWorkspace.ts";
import { useSay, type WordKey } from "../words.ts";
import { listSources } from "./addActs.ts";
import type { AddKind, Form } from "./form.ts";

interface SourceProps {
  kind: AddKind;
  form: Form;
  target: Target;
  onChange(source: string): void;
}

export function Source({ kind, form, target, onChange }: SourceProps) {
  const say = useSay();
  const { content } = useWorkspace();
  const language = useLanguage();
  /** The answers that are added up, each as its list with its column. */
  const nameSource = (path: string): string => {
    const terms = path.split(" + ").map((term) => term.split(/[.*]+/).filter(Boolean));
    const nameAll = (names: string[]) =>
      names.map((_, index) => content.labelAt(target.step, [...target.around, ...names.slice(0, index + 1)])[language]);
    return terms.map((names) => nameAll(names).join(" – ")).join(" + ");
  };
  const pictures = useQuery({
    ...studioQuery<string[]>(productPath(content.product, "pictures")),
    enabled: kind === "picture",
  });
  const documents = [content.manifest, "schemas/shared/product.json"].flatMap((file) =>
    Object.keys(Object(content.read(file)?.documents)),
  );
  const sources: Partial<Record<AddKind, [WordKey, string[], ((value: string) => string)?]>> = {
    total: ["adds", listSources(content, target).map(({ path }) => path), nameSource],
    document: ["kind_document", [...new Set(documents)]],
    picture: ["kind_picture", pictures.data ?? []],
  };
  const [label, values, nameOf = (value: string) => value] = sources[kind] ?? [];
  if (!label || !values) return null;
  return (
    <Select
      label={say(label)}
      value={form.source}
      choices={["", ...values].map((value) => [value, nameOf(value) || say("none")] as const)}
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
