// What an answer is compared with: choices by their words, a number or another answer, a day, a text. And a formula: the sum of answers, or
// one value of several records. Another formula is shown in words and as JSON.

import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Language } from "#engine/schema/types.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { Answer } from "../model/answers.ts";
import type { Line } from "../model/conditions.ts";
import { describeOperand, nameAnswer, type Vocabulary } from "../model/vocabulary.ts";
import { Ticks } from "../panel/Inputs.tsx";
import { readNumber, showNumber } from "../panel/MemberField.tsx";
import { TextField } from "../panel/TextField.tsx";
import { Select } from "../Segments.tsx";
import { useSay } from "../words.ts";
import styles from "./Rules.module.css";

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

/** Answers as choices of a list. */
export const offerAnswers = (answers: readonly Answer[], { operators }: Vocabulary, language: Language) =>
  answers.map((each) => [JSON.stringify(each.expression), nameAnswer(each, operators, language)] as const);

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
    ...(kind === "date" ? [[JSON.stringify("today"), say("aDay")] as const] : []),
    ...values.map(({ value, label }) => [JSON.stringify(value), label[language]] as const),
    ...offerAnswers(same, vocabulary, language),
  ];
  return (
    <>
      <Select
        label={say("conditionValue")}
        isBare
        value={isTyped ? NUMBER : JSON.stringify(operand)}
        own={operand === "" ? "" : describeOperand(operand, vocabulary, language)}
        choices={choices}
        onChange={(written) => onChange(written === NUMBER ? [] : [JSON.parse(written) as Expression])}
      />
      {isTyped && (
        <TextField
          label={say("conditionValue")}
          isNumber
          value={showNumber(operand)}
          onChange={async (typed) => {
            const number = readNumber(typed);
            if (typeof number !== "number") return say("refuse_number");
            onChange([number]);
            return undefined;
          }}
        />
      )}
    </>
  );
}

const ADDED = "added";

/** The parts of a sum of single answers. Null: the value is computed in another way. */
function readTerms(value: unknown): Expression[] | null {
  const terms = isObject(value) && Object.keys(value).length === 1 ? value.sum : undefined;
  return Array.isArray(terms) ? (terms as Expression[]) : null;
}

/** The answer of a part of a sum, which may count as 0 while it is empty. */
const answerOf = (term: Expression): Expression =>
  typeof term === "object" && typeof term.of === "string" ? term.of : term;

interface FormulaProps {
  label: string;
  value: Expression | undefined;
  vocabulary: Vocabulary;
  onChange(value: Expression | undefined): unknown;
}

export function RulesFormula({ label, value, vocabulary, onChange }: FormulaProps) {
  const say = useSay();
  const language = useLanguage();
  const numbers = vocabulary.answers.filter(({ kind }) => kind === "number");
  const ofRecords = numbers.filter(({ of }) => of !== undefined);
  const single = numbers.filter(({ of }) => of === undefined);
  const terms = readTerms(value);
  const toggle = ({ expression }: Answer, on: boolean) => {
    const others = (terms ?? []).filter((term) => !sameValue(answerOf(term), expression));
    const next = on ? [...others, { of: expression, empty: 0 }] : others;
    onChange(next.length > 0 ? { sum: next } : undefined);
  };
  const choose = (next: string) => {
    if (next === ADDED) onChange({ sum: [{ of: single[0]!.expression, empty: 0 }] });
    else onChange(next === "" ? undefined : (JSON.parse(next) as Expression));
  };
  const chosen = value === undefined ? "" : terms ? ADDED : JSON.stringify(value);
  const isKnown = chosen === "" || chosen === ADDED || ofRecords.some(({ expression }) => sameValue(expression, value));
  return (
    <>
      <Select
        label={label}
        value={chosen}
        own={value === undefined ? "" : describeOperand(value, vocabulary, language)}
        choices={[
          ["", say("computedNone")],
          ...(single.length > 0 ? [[ADDED, say("computedSum")] as const] : []),
          ...offerAnswers(ofRecords, vocabulary, language),
        ]}
        onChange={choose}
      />
      {terms && (
        <Ticks
          label={say("computedSum")}
          choices={single.map((each) => ({
            id: JSON.stringify(each.expression),
            name: each.label[language],
            isOn: terms.some((term) => sameValue(answerOf(term), each.expression)),
            onChange: (isOn) => toggle(each, isOn),
          }))}
        />
      )}
      {!isKnown && <AsJson label={label} value={value} />}
    </>
  );
}

export function AsJson({ label, value }: { label: string; value: unknown }) {
  const say = useSay();
  return (
    <div className={styles.rule}>
      <strong>{label}</strong>
      <p className="small">{say("ruleAsJson")}</p>
      <pre className={styles.json}>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
