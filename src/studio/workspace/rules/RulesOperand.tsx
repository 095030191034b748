// What an answer is compared with: choices by their words, a number or another answer, a day, a text.
import type { Expression } from "#engine/schema/schema.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { Answer } from "../model/conditionAnswers.ts";
import { describeOperand, nameAnswer, type Vocabulary } from "../model/conditionSentence.ts";
import { type Test, YES } from "../model/conditions.ts";
import { Ticks } from "../panel/Inputs.tsx";
import { readNumber, showNumber } from "../panel/MemberField.tsx";
import { TextField } from "../panel/TextField.tsx";
import { Select } from "../Segments.tsx";
import { useSay } from "../words.ts";

interface Props {
  test: Test;
  answer: Answer | undefined;
  vocabulary: Vocabulary;
  onChange(operands: Expression[]): void;
}

export function RulesOperand(props: Props) {
  const { test, answer } = props;
  if (test.left === "" || test.operator === YES || test.operator === "answered") return null;
  if (test.operator === "in" || test.operator === "has") return <Several {...props} />;
  if (answer?.kind === "number" || answer?.kind === "date") return <Computed {...props} kind={answer.kind} />;
  if (answer?.kind === "choice" && answer.values.length > 0) return <OneChoice {...props} values={answer.values} />;
  return <Typed {...props} />;
}

const firstOf = ({ operands }: Test): Expression => operands[0] ?? "";

function OneChoice({ test, values, onChange }: Props & { values: Answer["values"] }) {
  const say = useSay();
  const language = useLanguage();
  const find = (written: string) => values.find(({ value }) => String(value) === written)?.value ?? written;
  return (
    <Select
      label={say("conditionValue")}
      value={String(firstOf(test))}
      choices={[["", ""], ...values.map(({ value, label }) => [String(value), label[language]] as const)]}
      onChange={(written) => onChange([find(written)])}
    />
  );
}

/** Choices that are ticked. Those of a list that the files do not have are typed. */
function Several({ test, answer, vocabulary, onChange }: Props) {
  const say = useSay();
  const language = useLanguage();
  const values = answer?.values ?? [];
  if (values.length === 0) return <Typed {...{ test, answer, vocabulary, onChange }} />;
  const toggle = (value: string | number, on: boolean) =>
    onChange(
      values.flatMap((each) => ((each.value === value ? on : test.operands.includes(each.value)) ? [each.value] : [])),
    );
  return (
    <Ticks
      label={say("conditionValue")}
      choices={values.map(({ value, label }) => ({
        id: String(value),
        name: label[language],
        isOn: test.operands.includes(value),
        onChange: (isOn) => toggle(value, isOn),
      }))}
    />
  );
}

/** A number or day, or another answer of that kind. */
function Computed({ test, kind, vocabulary, onChange }: Props & { kind: "number" | "date" }) {
  const say = useSay();
  const language = useLanguage();
  const operand = firstOf(test);
  const isNumber = kind === "number" && (typeof operand === "number" || operand === "");
  const others = vocabulary.answers.filter((answer) => answer.kind === kind);
  const own: [string, string] = isNumber
    ? ["number", say("aNumber")]
    : [JSON.stringify(operand), operand === "" ? "" : describeOperand(operand, vocabulary, language)];
  const choices = [
    ...(kind === "number"
      ? [["number", say("aNumber")] as const]
      : [[JSON.stringify("today"), describeOperand("today", vocabulary, language)] as const]),
    ...others.map(
      (each) => [JSON.stringify(each.expression), nameAnswer(each, vocabulary.operators, language)] as const,
    ),
  ];
  const isListed = choices.some(([value]) => value === own[0]);
  return (
    <>
      <Select
        label={say("conditionValue")}
        value={own[0]}
        choices={isListed ? choices : [own, ...choices]}
        onChange={(written) => onChange(written === "number" ? [] : [JSON.parse(written) as Expression])}
      />
      {isNumber && (
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

function Typed({ test, onChange }: Props) {
  const say = useSay();
  const isList = test.operator === "in" || test.operator === "has";
  const split = (typed: string) => (isList ? typed.split(",").map((each) => each.trim()) : [typed]).filter(Boolean);
  return (
    <TextField
      label={say("conditionValue")}
      value={test.operands.join(", ")}
      onChange={async (typed) => {
        onChange(split(typed));
        return undefined;
      }}
    />
  );
}
