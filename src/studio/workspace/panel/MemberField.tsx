// The input of one member of a file, made from its meta-schema: yes or no, a choice in words, decimals, a number or a text.
import type { JsonObject } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { type Panel, refuse, type Words } from "../model/members.ts";
import { objectIn } from "../model/places.ts";
import { Select } from "../Segments.tsx";
import { readAmount } from "../tables/csv.ts";
import type { Outcome } from "../useActs.ts";
import { inBoth, useSay } from "../words.ts";
import { YesNo } from "./Inputs.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  label: string;
  /** Of the meta-schema. */
  schema: JsonObject;
  value: unknown;
  /** The values that fit, where the field decides. */
  choices?: string[] | undefined;
  /** What no choice means. */
  none?: string;
  /** With the value in words. */
  onChange(value: unknown, shown: Words | string): Promise<Outcome>;
}

const NONE = inBoth("none");

export function MemberField(props: Props) {
  const { label, schema, value, choices, onChange } = props;
  const { as } = objectIn(schema.panel) as unknown as Panel;
  if (as === "decimals") return <Decimals {...props} />;
  if (schema.type === "boolean") {
    const change = (on: boolean) => void onChange(on || undefined, inBoth(on ? "yes" : "no"));
    return <YesNo label={label} value={value === true} onChange={change} />;
  }
  if (Array.isArray(schema.enum)) return <Choice {...props} choices={choices ?? schema.enum.map(String)} />;
  return <Typed {...props} isLong={as === "long"} />;
}

function Typed({ schema, label, value, isLong, onChange }: Props & { isLong: boolean }) {
  const say = useSay();
  const isNumber = schema.type === "integer" || schema.type === "number" || typeof value === "number";
  const take = async (typed: string) => {
    const text = typed.trim();
    const next = text === "" ? undefined : isNumber ? readNumber(text) : typed;
    const refusal = refuse(schema, next);
    if (refusal) return say(`refuse_${refusal.keyword}`, { limit: refusal.limit ?? "" });
    return onChange(next, text === "" ? NONE : text);
  };
  return <TextField label={label} value={showNumber(value)} isNumber={isNumber} isLong={isLong} onChange={take} />;
}

/** As one types it: with the signs of Dutch. */
export const showNumber = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString("nl-NL", { maximumFractionDigits: 9 }) : String(value ?? "");

/** Returns the text where it is not a number. */
export const readNumber = (text: string): number | string => readAmount(text) ?? text;

function Choice({ label, schema, value, choices, none, onChange }: Props & { choices: string[] }) {
  const say = useSay();
  const language = useLanguage();
  const words = objectIn(schema.valueWords) as Record<string, Words>;
  return (
    <Select
      label={label}
      value={String(value ?? "")}
      choices={[["", none ?? say("none")], ...choices.map((each) => [each, words[each]?.[language] ?? each] as const)]}
      onChange={(next) => void onChange(next || undefined, next ? (words[next] ?? next) : NONE)}
    />
  );
}

/** A step of 0.01 is two decimals. */
function Decimals({ label, value, onChange }: Props) {
  const say = useSay();
  const count = typeof value === "number" ? String(Math.round(-Math.log10(value))) : "";
  return (
    <Select
      label={label}
      value={count}
      choices={[["", say("none")], ...["0", "1", "2", "3", "4"].map((each) => [each, each] as const)]}
      onChange={(next) => void onChange(next ? Number(`1e-${next}`) : undefined, next || NONE)}
    />
  );
}
