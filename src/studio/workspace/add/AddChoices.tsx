// The choices in the form of what is added: what a total adds up, which document, how a question is judged, and the place.
import { useQuery } from "@tanstack/react-query";
import { studioQuery } from "../../data.ts";
import type { Content } from "../model/content.ts";
import type { Target } from "../model/places.ts";
import { Select } from "../Segments.tsx";
import { productPath } from "../useActs.ts";
import { useSay, type WordKey } from "../words.ts";
import type { AddKind, Form } from "./form.ts";
import { listSources } from "./sources.ts";

interface SourceProps {
  kind: AddKind;
  content: Content;
  form: Form;
  target: Target;
  onChange(source: string): void;
}

export function Source({ kind, content, form, target, onChange }: SourceProps) {
  const say = useSay();
  const pictures = useQuery({
    ...studioQuery<string[]>(productPath(content.product, "pictures")),
    enabled: kind === "picture",
  });
  const documents = [content.manifest, "schemas/shared/product.json"].flatMap((file) =>
    Object.keys(Object(content.read(file)?.documents)),
  );
  const sources: Partial<Record<AddKind, [WordKey, string[]]>> = {
    total: ["adds", listSources(content, target).map(({ path }) => path)],
    document: ["document", [...new Set(documents)]],
    picture: ["picture", pictures.data ?? []],
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
  list: [
    ["acceptance_questions", "acceptance"],
    ["final_questions", "final"],
  ],
  expected: [
    ["yes", "yes"],
    ["no", "no"],
  ],
  effect: [
    ["refer", "refer"],
    ["decline", "decline"],
  ],
} as const;

export function Judgement({ form, onChange }: ChoiceProps) {
  const say = useSay();
  return (["list", "expected", "effect"] as const).map((name) => (
    <Select
      key={name}
      label={say(name)}
      value={form[name]}
      choices={JUDGEMENT[name].map(([value, word]) => [value, say(word)] as const)}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
}

interface ChoiceProps {
  form: Form;
  onChange(values: Partial<Form>): void;
}

export function Where({ label, form, onChange }: ChoiceProps & { label: string }) {
  const say = useSay();
  return (
    <Select
      label={say("where")}
      value={form.place}
      choices={[
        ["after", say("whereAfter", { name: label })],
        ["in", say("whereIn", { name: label })],
      ]}
      onChange={(place) => onChange({ place: place as Form["place"] })}
    />
  );
}
