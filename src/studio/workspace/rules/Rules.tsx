// The rules of a field in words: when it is shown, required and exists, rules between answers, and how it is computed. Each change is
// one act.
import { useMemo, useState } from "react";
import type { Expression } from "#engine/schema/schema.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Answers, findTypeBeside, type Reach } from "../model/conditionAnswers.ts";
import { readSchema, writeSchema } from "../model/conditionSchemas.ts";
import { describeCondition, listOperators, type Vocabulary } from "../model/conditionSentence.ts";
import { makeAct, setAt } from "../model/fieldActs.ts";
import type { OutlineNode } from "../model/outline.ts";
import { effective } from "../model/places.ts";
import { type Branch, listBranches, setBranch } from "../model/ruleActs.ts";
import { Group } from "../panel/Inputs.tsx";
import { type FieldProps, useFieldActs } from "../panel/useFieldActs.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { RulesBetween } from "./RulesBetween.tsx";
import { RulesComputed } from "./RulesComputed.tsx";
import { AsJson, RulesCondition } from "./RulesCondition.tsx";
import { describeRule, type RuleParts } from "./RulesParts.tsx";

export interface RulesProps extends FieldProps {
  outline: readonly OutlineNode[];
}

export function Rules(props: RulesProps) {
  const say = useSay();
  const { content, field, metas, outline } = props;
  const fieldActs = useFieldActs(props);
  const answers = useMemo(() => new Answers(content, outline), [content, outline]);
  const operators = useMemo(() => listOperators(metas), [metas]);
  const vocabularyOf = (reach: Reach) => ({ answers: answers.list(field, reach), operators });
  const parts = { ...props, fieldActs, vocabularyOf };
  return (
    <div className={styles.properties}>
      {field.rules.file.startsWith("schemas/shared/") && <p className="small">{say("sharedStep")}</p>}
      <Group title={say("groupConditions")}>
        <Conditions {...parts} />
      </Group>
      <Group title={say("groupBetween")}>
        <RulesBetween {...parts} />
      </Group>
      <RulesComputed {...parts} />
    </div>
  );
}

/** How a condition is called: shown, not shown or required. */
const nameBranch = ({ aspect, isElse }: Pick<Branch, "aspect" | "isElse">): WordKey =>
  aspect === "required" ? "ruleRequired" : isElse ? "ruleNotShown" : "ruleShown";

type New = Branch["aspect"] | "when";
const ADDING = { shown: "addShown", required: "addRequired", when: "addWhen" } as const satisfies Record<New, WordKey>;

function Conditions(parts: RuleParts) {
  const say = useSay();
  const { content, field } = parts;
  const [adding, setAdding] = useState<New>();
  const branches = listBranches(content, field);
  const { when } = effective(field.rules, field.shared);
  const has = (aspect: Branch["aspect"]) => branches.some((branch) => branch.aspect === aspect);
  const offered: New[] = [
    ...(has("shown") ? [] : ["shown" as const]),
    ...(has("required") || has("shown") ? [] : ["required" as const]),
    ...(when === undefined ? ["when" as const] : []),
  ];
  const close = () => setAdding(undefined);
  const isNew = (adding === "shown" || adding === "required") && !has(adding);
  const fresh: Branch[] = isNew ? [{ aspect: adding, index: undefined, schema: undefined, isElse: false }] : [];
  const listed = [...branches, ...fresh];
  return (
    <>
      {!has("shown") && when === undefined && <p className="small">{say("ruleAlways")}</p>}
      {listed.map((branch, index) => (
        <BranchRule
          // A new one keeps its place, and the focus, when it is written.
          key={`${branch.aspect} ${listed.slice(0, index).filter(({ aspect }) => aspect === branch.aspect).length}`}
          {...parts}
          branch={branch}
          onDone={close}
        />
      ))}
      {(when !== undefined || adding === "when") && (
        <When {...parts} value={when as Expression | undefined} onDone={close} />
      )}
      <div className="actions">
        {offered
          .filter((kind) => kind !== adding)
          .map((kind) => (
            <Button key={kind} small icon="plus" onClick={() => setAdding(kind)}>
              {say(ADDING[kind])}
            </Button>
          ))}
      </div>
    </>
  );
}

/** The sentence of the journal. */
const describeAct = (
  { fieldActs: { label } }: RuleParts,
  rule: WordKey,
  value: Expression | undefined,
  words: Vocabulary,
) => describeRule(label, inBoth(rule), value === undefined ? undefined : describeCondition(value, words));

function BranchRule({ branch, onDone, ...parts }: RuleParts & { branch: Branch; onDone(): void }) {
  const say = useSay();
  const { content, field, fieldActs } = parts;
  const vocabulary = parts.vocabularyOf("step");
  const typeOf = findTypeBeside(content, field);
  const isNew = branch.schema === undefined;
  const expression = isNew ? undefined : readSchema(branch.schema, typeOf);
  const label = say(nameBranch(branch));
  const isFixed = !isNew && (branch.index === undefined || branch.isElse);
  if (expression === null) return <AsJson label={label} value={branch.schema} />;
  if (isFixed && expression !== undefined) return <Sentence label={label} value={expression} vocabulary={vocabulary} />;
  const change = async (next: Expression | undefined) => {
    const schema = next === undefined ? undefined : writeSchema(next, typeOf);
    if (schema === null) return say("ruleNotHere");
    const sentence = describeAct(parts, nameBranch(branch), next, vocabulary);
    if (isNew && schema === undefined) {
      onDone();
      return undefined;
    }
    const outcome = await fieldActs.run(
      (place, current) => makeAct(sentence, setBranch(current, place, branch, schema)),
      false,
    );
    if (outcome === undefined) onDone();
    return outcome;
  };
  return <RulesCondition label={label} value={expression} vocabulary={vocabulary} onChange={change} />;
}

function Sentence({ label, value, vocabulary }: { label: string; value: Expression; vocabulary: Vocabulary }) {
  const language = useLanguage();
  return (
    <p>
      <strong>{label}</strong> {describeCondition(value, vocabulary)[language]}
    </p>
  );
}

/** By answers of earlier steps and facts. */
function When({ value, onDone, ...parts }: RuleParts & { value: Expression | undefined; onDone(): void }) {
  const say = useSay();
  const vocabulary = parts.vocabularyOf("earlier");
  const change = async (next: Expression | undefined) => {
    const sentence = describeAct(parts, "ruleWhen", next, vocabulary);
    const outcome = await parts.fieldActs.run((place) => makeAct(sentence, setAt(place.rules, ["when"], next)), false);
    if (outcome === undefined) onDone();
    return outcome;
  };
  return <RulesCondition label={say("ruleWhen")} value={value} vocabulary={vocabulary} onChange={change} />;
}
