// The conditions of a step in words: when the step, its notices and its plain content are there.
import { useMemo, useState } from "react";
import type { Expression } from "#engine/schema/schema.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Answers } from "../model/conditionAnswers.ts";
import { describeCondition, listOperators } from "../model/conditionSentence.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { MetaSchemas } from "../model/members.ts";
import type { OutlineNode } from "../model/outline.ts";
import { listConditions, type StepCondition, setCondition } from "../model/stepConditions.ts";
import type { Acts } from "../useActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { RulesCondition } from "./RulesCondition.tsx";
import { describeRule } from "./RulesParts.tsx";

interface Props {
  content: Content;
  metas: MetaSchemas;
  acts: Acts;
  outline: readonly OutlineNode[];
  step: string;
}

const WORDS = {
  step: ["stepWhen", "addStepWhen"],
  notice: ["noticeWhen", "addNoticeWhen"],
  content: ["contentWhen", "addContentWhen"],
} as const satisfies Record<StepCondition["kind"], readonly [WordKey, WordKey]>;

export function RulesStep(props: Props) {
  const { content, outline, step } = props;
  const answers = useMemo(() => new Answers(content, outline), [content, outline]);
  return (
    <div className={styles.properties}>
      {listConditions(content, step).map((condition) => (
        <Slot key={`${condition.file} ${condition.path}`} {...props} condition={condition} answers={answers} />
      ))}
    </div>
  );
}

function Slot({ condition, answers, ...props }: Props & { condition: StepCondition; answers: Answers }) {
  const say = useSay();
  const [isAdding, setAdding] = useState(false);
  const { kind, name, when } = condition;
  const [titled, adding] = WORDS[kind];
  const vocabulary = { answers: listReadable(answers, props.step, kind), operators: listOperators(props.metas) };
  const change = async (next: Expression | undefined) => {
    const field = props.outline.find(({ step }) => step === props.step)?.label ?? props.step;
    const words = next === undefined ? undefined : describeCondition(next, vocabulary);
    const sentence = describeRule(field, inBoth(titled, { name }), words);
    const merge = `${condition.file} ${condition.path}`;
    const outcome = await props.acts.run((current) => makeAct(sentence, setCondition(current, condition, next), merge));
    if (outcome === undefined) setAdding(false);
    return outcome;
  };
  if (when === undefined && !isAdding)
    return (
      <div className="actions">
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {say(adding, { name })}
        </Button>
      </div>
    );
  const label = say(titled, { name });
  return <RulesCondition label={label} value={when} vocabulary={vocabulary} onChange={change} />;
}

/** A step reads earlier ones, a notice its own too, and content reads what is beside it. */
function listReadable(answers: Answers, step: string, kind: StepCondition["kind"]) {
  if (kind === "notice") return answers.list({ until: step });
  return answers.list({ step, names: [""] }, kind === "step" ? "earlier" : "both");
}
