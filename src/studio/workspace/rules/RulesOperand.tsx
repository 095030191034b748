// What an answer is compared with: choices by their words, a number or another answer, a day, a text.
import type { Expression } from "#engine/schema/schema.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { Answer } from "../model/conditionAnswers.ts";
import { describeOperand, nameAnswer, TODAY, type Vocabulary } from "../model/conditionSentence.ts";
import type { Line } from "../model/conditions.ts";
import { Ticks } from "../panel/Inputs.tsx";
import { readNumber, showNumber } from "../panel/MemberField.tsx";
import { TextField } from "../panel/TextField.tsx";
import { Select } from "../Segments.tsx";
import { useSay } from "../words.ts";

interface Props {
  line: Line;
  answer: Answer | undefined;
  vocabulary: Vocabulary;
  onChange(operands: Expression[]): void;
}

export function RulesOperand(props: Props) {
  const { line, answer } = props;
  const isComputed = answer?.kind === "number" || answer?.kind === "date";
  const isList = line.operator === "in" || line.operator === "has";
  const hasValues = answer !== undefined && answer.values.length > 0;
  if (isList && hasValues) return <Several {...props} values={answer.values} />;
  // Choices of a list that the files do not have are typed.
  return isComputed || (hasValues && !isList) ? <Chosen {...props} /> : <Typed {...props} isList={isList} />;
}

function Several({ line: { operands }, values, onChange }: Props & { values: Answer["values"] }) {
  const say = useSay();
  const language = useLanguage();
  const all = values.map(({ value }) => value);
  const choices = values.map(({ value, label }) => ({
    id: String(value),
    name: label[language],
    isOn: operands.includes(value),
    onChange: (isOn: boolean) => onChange(all.filter((each) => (each === value ? isOn : operands.includes(each)))),
  }));
  return <Ticks label={say("conditionValue")} choices={choices} />;
}

function Typed({ line, isList, onChange }: Props & { isList: boolean }) {
  const say = useSay();
  const split = (typed: string) => (isList ? typed.split(",").map((each) => each.trim()) : [typed]).filter(Boolean);
  return (
    <TextField
      label={say("conditionValue")}
      value={line.operands.slice(1).join(", ")}
      onChange={async (typed) => {
        onChange(split(typed));
        return undefined;
      }}
    />
  );
}

/** The choice of a number that is typed. */
const NUMBER = "number";

/** A choice by its words, a number, a day, or another answer of that kind. */
function Chosen({ line, answer, vocabulary, onChange }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { kind, values = [] } = answer ?? {};
  const [, operand = ""] = line.operands;
  const isTyped = kind === "number" && (typeof operand === "number" || operand === "");
  const same = kind === "choice" ? [] : vocabulary.answers.filter((each) => each.kind === kind);
  const choices = [
    ...(kind === "number" ? [[NUMBER, say("aNumber")] as const] : []),
    ...(kind === "date" ? [[JSON.stringify("today"), TODAY[language]] as const] : []),
    ...values.map(({ value, label }) => [JSON.stringify(value), label[language]] as const),
    ...same.map((each) => [JSON.stringify(each.expression), nameAnswer(each, vocabulary.operators, language)] as const),
  ];
  const chosen = isTyped ? NUMBER : JSON.stringify(operand);
  const isListed = choices.some(([value]) => value === chosen);
  const own = operand === "" ? "" : describeOperand(operand, vocabulary, language);
  return (
    <>
      <Select
        label={say("conditionValue")}
        isBare
        value={chosen}
        choices={isListed ? choices : [[chosen, own], ...choices]}
        onChange={(written) => onChange(written === NUMBER ? [] : [JSON.parse(written) as Expression])}
      />
      {isTyped && (
        <TextField
          label={say("conditionValue")}
          isNumber
          value={showNumber(operand)}
          onChange={async (typed) => {
            const number = readNumber(typed);
            if (typeof number !== "number") return say("refuseNumber");
            onChange([number]);
            return undefined;
          }}
        />
      )}
    </>
  );
}
