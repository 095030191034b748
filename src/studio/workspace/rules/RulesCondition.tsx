// The builder of a condition: lines of an answer, a comparison and a value, joined by "and" and "or". It is written as soon as every
// line is complete.
import { useId, useState } from "react";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import {
  BLANK,
  isComplete,
  isJoin,
  isShown,
  type Line,
  needsOperand,
  readLine,
  simplify,
  writeLine,
  YES,
} from "../model/conditions.ts";
import { describeCondition, findSame, fittingOperators, type Vocabulary } from "../model/vocabulary.ts";
import { Refusal } from "../panel/TextField.tsx";
import { Select } from "../Segments.tsx";
import type { Outcome } from "../useActs.ts";
import { useSay } from "../words.ts";
import styles from "./Rules.module.css";
import { AsJson, offerAnswers, RulesOperand } from "./RulesValue.tsx";

interface Props {
  label: string;
  /** Undefined: a new one. */
  value: Expression | undefined;
  vocabulary: Vocabulary;
  /** A new one has no line yet. */
  isOptional?: boolean;
  onChange(value: Expression | undefined): Promise<Outcome>;
}

export function RulesCondition(props: Props) {
  const { label, value } = props;
  return value === undefined || isShown(value) ? <Builder {...props} /> : <AsJson label={label} value={value} />;
}

/** The lines that are joined, of a single comparison itself. */
function begin(value: Expression | undefined, isOptional: boolean): Line {
  const line = value === undefined ? null : readLine(value);
  const operands = value === undefined && isOptional ? [] : [value ?? BLANK];
  return line && isJoin(line) ? line : { operator: "all", operands, negated: false };
}

function Builder({ label, value, vocabulary, isOptional = false, onChange }: Props) {
  const language = useLanguage();
  const id = useId();
  const [draft, setDraft] = useState(() => begin(value, isOptional));
  const [seen, setSeen] = useState(value);
  const [refusal, setRefusal] = useState<string>();
  const write = (line: Line) => (isComplete(writeLine(line)) ? simplify(writeLine(line)) : undefined);
  // What changed in its file is shown. What was written from here is there already, and keeps the focus.
  if (!sameValue(seen, value)) {
    setSeen(value);
    if (!sameValue(write(draft), value)) setDraft(begin(value, isOptional));
  }
  const change = async (next: Line) => {
    setDraft(next);
    setRefusal(undefined);
    const written = write(next);
    const isEmpty = next.operands.length === 0;
    if (isEmpty || (written !== undefined && !sameValue(written, value)))
      setRefusal((await onChange(written)) ?? undefined);
  };
  return (
    <section className={styles.rule} aria-labelledby={id}>
      <p id={id}>
        <strong>{label}</strong>{" "}
        {value !== undefined && (
          <span className={styles.sentence}>{describeCondition(value, vocabulary)[language]}</span>
        )}
      </p>
      <Lines line={draft} vocabulary={vocabulary} onChange={(next) => void change(next)} />
      <Refusal reason={refusal} />
    </section>
  );
}

interface LineProps {
  line: Line;
  vocabulary: Vocabulary;
  onChange(line: Line): void;
}

/** An operator with its denial, as a choice. */
const JOINS = ["all", "any", "!all", "!any"] as const;
const mark = ({ operator, negated }: Pick<Line, "operator" | "negated">) => `${negated ? "!" : ""}${operator}`;
const unmark = (marked: string) => ({ operator: marked.replace("!", ""), negated: marked.startsWith("!") });

function Lines({ line, vocabulary, onChange }: LineProps) {
  const say = useSay();
  const { operands } = line;
  const set = (next: Expression[]) => onChange({ ...line, operands: next });
  return (
    <div className={styles.lines}>
      {operands.length > 1 && (
        <Select
          label={say("conditionJoin")}
          value={mark(line)}
          choices={JOINS.map((join) => [join, say(`join_${join}`)] as const)}
          onChange={(join) => onChange({ ...line, ...unmark(join) })}
        />
      )}
      {operands.map((each, index) => {
        const part = readLine(each)!;
        const name = say("condition", { count: index + 1 });
        const Part = isJoin(part) ? Lines : Comparison;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
          <fieldset key={index} className={styles.part} aria-label={name}>
            <Part line={part} vocabulary={vocabulary} onChange={(next) => set(operands.with(index, writeLine(next)))} />
            <Button
              small
              kind="quiet"
              icon="trash"
              onClick={() => set(operands.toSpliced(index, 1))}
              aria-label={say("conditionRemove", { name })}
            />
          </fieldset>
        );
      })}
      <div className="actions">
        <Button small icon="plus" onClick={() => set([...operands, BLANK])}>
          {say("conditionAdd")}
        </Button>
        <Button small kind="quiet" onClick={() => set([...operands, { any: [BLANK, BLANK] }])}>
          {say("conditionAddGroup")}
        </Button>
      </div>
    </div>
  );
}

/** What is begun by a button is filled in next. */
function focusNew(answer: HTMLSelectElement | null): void {
  if (answer?.value === '""') answer.focus();
}

function Comparison({ line, vocabulary, onChange }: LineProps) {
  const say = useSay();
  const language = useLanguage();
  const { answers, operators } = vocabulary;
  const [left = BLANK, ...others] = line.operands;
  const answer = findSame(answers, left);
  const fitting = answer ? fittingOperators(operators, answer.kind) : operators.filter(({ kinds }) => kinds.length > 0);
  const choose = (written: string) => {
    const next = JSON.parse(written) as Expression;
    const kind = findSame(answers, next)?.kind;
    const isSameKind = kind !== undefined && kind === answer?.kind && kind !== "choice" && kind !== "choices";
    const [first] = kind ? fittingOperators(operators, kind) : [];
    const fresh = { operator: first?.name ?? YES, operands: [next], negated: false };
    onChange(isSameKind ? { ...line, operands: [next, ...others] } : fresh);
  };
  const compare = (marked: string) => {
    const next = { ...line, ...unmark(marked) };
    onChange(needsOperand(next) ? next : { ...next, operands: [left] });
  };
  return (
    <div className={styles.line}>
      <Select
        label={say("conditionAnswer")}
        isBare
        ref={focusNew}
        value={JSON.stringify(left)}
        own={left === BLANK ? say("chooseAnswer") : describeCondition(left, vocabulary)[language]}
        choices={offerAnswers(answers, vocabulary, language)}
        onChange={choose}
      />
      <Select
        label={say("conditionOperator")}
        isBare
        value={mark(line)}
        choices={fitting.flatMap(({ name, words, not }) => [
          [name, words[language]] as const,
          [`!${name}`, not[language]] as const,
        ])}
        onChange={compare}
      />
      {left !== BLANK && needsOperand(line) && (
        <RulesOperand
          {...{ line, answer, vocabulary }}
          onChange={(operands) => onChange({ ...line, operands: [left, ...operands] })}
        />
      )}
    </div>
  );
}
