// A formula: the sum of answers, or one value of several records. Another formula is shown in words and as JSON.
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { Answer } from "../model/conditionAnswers.ts";
import { describeOperand, nameAnswer, type Vocabulary } from "../model/conditionSentence.ts";
import { Ticks } from "../panel/Inputs.tsx";
import { Select } from "../Segments.tsx";
import { useSay } from "../words.ts";
import { AsJson } from "./RulesCondition.tsx";

const ADDED = "added";

/** The parts of a sum of single answers. Null: the value is computed in another way. */
function readTerms(value: unknown): Expression[] | null {
  const terms = isObject(value) && Object.keys(value).length === 1 ? value.sum : undefined;
  return Array.isArray(terms) ? (terms as Expression[]) : null;
}

/** The answer of a part of a sum, which may count as 0 while it is empty. */
const answerOf = (term: Expression): Expression =>
  typeof term === "object" && typeof term.of === "string" ? term.of : term;

interface Props {
  label: string;
  value: Expression | undefined;
  vocabulary: Vocabulary;
  onChange(value: Expression | undefined): unknown;
}

export function RulesFormula({ label, value, vocabulary, onChange }: Props) {
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
        choices={[
          ["", say("computedNone")],
          ...(single.length > 0 ? [[ADDED, say("computedSum")] as const] : []),
          ...ofRecords.map(
            (each) => [JSON.stringify(each.expression), nameAnswer(each, vocabulary.operators, language)] as const,
          ),
          ...(isKnown || value === undefined ? [] : [[chosen, describeOperand(value, vocabulary, language)] as const]),
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
