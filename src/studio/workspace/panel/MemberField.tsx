import type { Language } from "#engine/schema/types.ts";
import { type Member, refuse, type Words } from "../model/members.ts";
import { Select } from "../Segments.tsx";
import { readAmount } from "../tables/csv.ts";
import type { Outcome } from "../useActs.ts";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { YesNo } from "./Inputs.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  member: Member;
  value: unknown;
  language: Language;
  /** The values that fit, where the field decides. */
  choices: string[] | undefined;
  /** With the value in words. */
  onChange(value: unknown, shown: Words | string): Promise<Outcome>;
}

const NONE = inBoth("none");
const REFUSALS: Record<string, WordKey> = {
  number: "refuseNumber",
  integer: "refuseInteger",
  minimum: "refuseMinimum",
};

export function MemberField(props: Props) {
  const { member, value, language } = props;
  const { schema, as, words } = member;
  if (as === "decimals") return <Decimals {...props} />;
  if (schema.type === "boolean") {
    const change = (on: boolean) => void props.onChange(on || undefined, inBoth(on ? "yes" : "no"));
    return <YesNo label={words[language]} value={value === true} onChange={change} />;
  }
  if (Array.isArray(schema.enum)) return <Choice {...props} values={props.choices ?? schema.enum.map(String)} />;
  const isNumber = schema.type === "integer" || schema.type === "number";
  return <Typed {...props} isNumber={isNumber} label={words[language]} shown={showNumber(value)} />;
}

interface TypedProps extends Props {
  isNumber: boolean;
  label: string;
  shown: string;
}

function Typed({ member, isNumber, label, shown, onChange }: TypedProps) {
  const say = useSay();
  const take = async (typed: string) => {
    const text = typed.trim();
    const value = text === "" ? undefined : isNumber ? readNumber(text) : typed;
    const refusal = refuse(member, value);
    if (refusal) return say(REFUSALS[refusal.keyword] ?? "refusePattern", { limit: refusal.limit ?? "" });
    return onChange(value, text === "" ? NONE : text);
  };
  return <TextField label={label} value={shown} isNumber={isNumber} isLong={member.as === "long"} onChange={take} />;
}

/** As one types it: with the signs of Dutch. */
export const showNumber = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString("nl-NL", { maximumFractionDigits: 9 }) : String(value ?? "");

/** Returns the text where it is not a number. */
export const readNumber = (text: string): number | string => readAmount(text) ?? text;

function Choice({ member, value, language, values, onChange }: Props & { values: string[] }) {
  const say = useSay();
  return (
    <Select
      label={member.words[language]}
      value={String(value ?? "")}
      choices={[
        ["", say(member.as === "control" ? "asRules" : "none")],
        ...values.map((each) => [each, member.values[each]?.[language] ?? each] as const),
      ]}
      onChange={(next) => void onChange(next || undefined, next ? (member.values[next] ?? next) : NONE)}
    />
  );
}

const MOST_DECIMALS = 4;

/** A step of 0.01 is two decimals. */
function Decimals({ member, value, language, onChange }: Props) {
  const say = useSay();
  const count = typeof value === "number" ? String(Math.round(-Math.log10(value))) : "";
  const choices = Array.from({ length: MOST_DECIMALS + 1 }, (_, index) => [String(index), String(index)] as const);
  return (
    <Select
      label={member.words[language]}
      value={count}
      choices={[["", say("none")], ...choices]}
      onChange={(next) => void onChange(next ? Number(`1e-${next}`) : undefined, next || NONE)}
    />
  );
}
