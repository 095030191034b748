// The builder of a condition: lines of an answer, a comparison and a value, joined by "and" and "or". It is written as soon as every
// line is complete.
import { useId, useState } from "react";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { findSame } from "../model/conditionAnswers.ts";
import { describeCondition, fittingOperators, nameAnswer, type Vocabulary } from "../model/conditionSentence.ts";
import {
  type Condition,
  type Group,
  isComplete,
  readCondition,
  type Test,
  toGroup,
  writeCondition,
  YES,
} from "../model/conditions.ts";
import { Refusal } from "../panel/Inputs.tsx";
import { Select } from "../Segments.tsx";
import type { Outcome } from "../useActs.ts";
import { useSay, type WordKey } from "../words.ts";
import styles from "./Rules.module.css";
import { RulesOperand } from "./RulesOperand.tsx";

interface Props {
  label: string;
  /** Undefined: a new one. */
  value: Expression | undefined;
  vocabulary: Vocabulary;
  onChange(value: Expression | undefined): Promise<Outcome> | undefined;
}

const BLANK: Test = { kind: "test", left: "", operator: YES, operands: [], negated: false };

export function RulesCondition(props: Props) {
  const { value } = props;
  const start = value === undefined ? null : readCondition(value);
  if (value !== undefined && !start) return <AsJson {...props} value={value} />;
  return <Builder {...props} start={start} />;
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

const begin = (start: Condition | null): Group => (start ? toGroup(start) : { ...toGroup(null), parts: [BLANK] });

function Builder({ label, value, start, vocabulary, onChange }: Props & { start: Condition | null }) {
  const language = useLanguage();
  const id = useId();
  const [draft, setDraft] = useState<Group>(() => begin(start));
  const [seen, setSeen] = useState(value);
  // What changed in its file is shown. What was written from here is there already, and keeps the focus.
  if (!sameValue(seen, value)) {
    setSeen(value);
    if (!isComplete(draft) || !sameValue(writeCondition(draft), value)) setDraft(begin(start));
  }
  const [refusal, setRefusal] = useState<string>();
  const change = async (next: Group) => {
    setDraft(next);
    setRefusal(undefined);
    const isEmpty = next.parts.length === 0;
    if (!isEmpty && !isComplete(next)) return;
    const written = isEmpty ? undefined : writeCondition(next);
    if (!sameValue(written, value) || isEmpty) setRefusal((await onChange(written)) ?? undefined);
  };
  return (
    <section className={styles.rule} aria-labelledby={id}>
      <p id={id}>
        <strong>{label}</strong>{" "}
        {value !== undefined && (
          <span className={styles.sentence}>{describeCondition(value, vocabulary)[language]}</span>
        )}
      </p>
      <GroupLines group={draft} vocabulary={vocabulary} onChange={(next) => void change(next)} />
      <Refusal reason={refusal} />
    </section>
  );
}

interface GroupProps {
  group: Group;
  vocabulary: Vocabulary;
  onChange(group: Group): void;
}

const JOINS: Record<string, WordKey> = {
  all: "conditionAll",
  any: "conditionAny",
  "not all": "conditionNotAll",
  "not any": "conditionNone",
};

function GroupLines({ group, vocabulary, onChange }: GroupProps) {
  const say = useSay();
  const { parts } = group;
  const set = (index: number, part: Condition | undefined) =>
    onChange({ ...group, parts: part ? parts.with(index, part) : parts.toSpliced(index, 1) });
  return (
    <div className={styles.lines}>
      {parts.length > 1 && (
        <Select
          label={say("conditionJoin")}
          value={`${group.negated ? "not " : ""}${group.join}`}
          choices={Object.entries(JOINS).map(([join, key]) => [join, say(key)] as const)}
          onChange={(join) =>
            onChange({ ...group, negated: join.startsWith("not"), join: join.endsWith("all") ? "all" : "any" })
          }
        />
      )}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
        <Part key={index} {...{ part, index, vocabulary }} onChange={(next) => set(index, next)} />
      ))}
      <div className="actions">
        <Button small icon="plus" onClick={() => onChange({ ...group, parts: [...parts, BLANK] })}>
          {say("conditionAdd")}
        </Button>
        <Button
          small
          kind="quiet"
          onClick={() =>
            onChange({ ...group, parts: [...parts, { ...toGroup(null), join: "any", parts: [BLANK, BLANK] }] })
          }
        >
          {say("conditionAddGroup")}
        </Button>
      </div>
    </div>
  );
}

interface PartProps {
  part: Condition;
  index: number;
  vocabulary: Vocabulary;
  onChange(part: Condition | undefined): void;
}

function Part({ part, index, vocabulary, onChange }: PartProps) {
  const say = useSay();
  const name = say("condition", { count: index + 1 });
  return (
    <fieldset className={styles.part} aria-label={name}>
      {part.kind === "group" ? (
        <GroupLines group={part} vocabulary={vocabulary} onChange={onChange} />
      ) : (
        <Line test={part} vocabulary={vocabulary} onChange={onChange} />
      )}
      <Button
        small
        kind="quiet"
        icon="trash"
        onClick={() => onChange(undefined)}
        aria-label={say("conditionRemove", { name })}
      />
    </fieldset>
  );
}

interface LineProps {
  test: Test;
  vocabulary: Vocabulary;
  onChange(test: Test): void;
}

function focusNew(answer: HTMLSelectElement | null): void {
  if (answer?.value === '""') answer.focus();
}

function Line({ test, vocabulary, onChange }: LineProps) {
  const say = useSay();
  const language = useLanguage();
  const { answers, operators } = vocabulary;
  const answer = findSame(answers, test.left);
  const fitting = answer ? fittingOperators(operators, answer.kind) : operators.filter(({ kinds }) => kinds.length > 0);
  const choose = (written: string) => {
    const left = JSON.parse(written) as Expression;
    const kind = findSame(answers, left)?.kind;
    const isSameKind = kind !== undefined && kind === answer?.kind && kind !== "choice" && kind !== "choices";
    const operator = kind ? fittingOperators(operators, kind)[0]?.name : undefined;
    onChange(isSameKind ? { ...test, left } : { ...BLANK, left, operator: operator ?? YES });
  };
  const compare = (written: string) => {
    const negated = written.startsWith("!");
    const operator = written.slice(negated ? 1 : 0);
    const isOther = fitting.find(({ name }) => name === operator) && ["answered", YES].includes(operator);
    onChange({ ...test, operator, negated, operands: isOther ? [] : test.operands });
  };
  const own = vocabulary.answers.some(({ expression }) => sameValue(expression, test.left));
  return (
    <div className={styles.line}>
      <select
        className={textStyles.input}
        ref={focusNew}
        aria-label={say("conditionAnswer")}
        value={JSON.stringify(test.left)}
        onChange={({ target }) => choose(target.value)}
      >
        {!own && (
          <option value={JSON.stringify(test.left)}>
            {test.left === "" ? say("chooseAnswer") : describeCondition(test.left, vocabulary)[language]}
          </option>
        )}
        {answers.map((each) => (
          <option key={JSON.stringify(each.expression)} value={JSON.stringify(each.expression)}>
            {nameAnswer(each, operators, language)}
          </option>
        ))}
      </select>
      <select
        className={textStyles.input}
        aria-label={say("conditionOperator")}
        value={`${test.negated ? "!" : ""}${test.operator}`}
        onChange={({ target }) => compare(target.value)}
      >
        {fitting.flatMap(({ name, words, not }) => [
          <option key={name} value={name}>
            {words[language]}
          </option>,
          <option key={`!${name}`} value={`!${name}`}>
            {not[language]}
          </option>,
        ])}
      </select>
      <RulesOperand {...{ test, answer, vocabulary }} onChange={(operands) => onChange({ ...test, operands })} />
    </div>
  );
}
