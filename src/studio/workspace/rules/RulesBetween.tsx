// Rules between answers: what must be true, whether it stops or warns, and the text in both languages.
import { type ReactNode, useState } from "react";
import { Button } from "#widgets/ui/Button.tsx";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import { EMPTY, isWhole, tidy } from "../model/members.ts";
import type { FieldPlace } from "../model/places.ts";
import {
  addRule,
  changeRule,
  LEVELS,
  listRules,
  type RuleBetween,
  type RuleChange,
  removeRule,
} from "../model/ruleActs.ts";
import { describeCondition, type Vocabulary } from "../model/vocabulary.ts";
import { BothTexts } from "../panel/Inputs.tsx";
import { Refusal } from "../panel/TextField.tsx";
import { Segments } from "../Segments.tsx";
import type { Outcome } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import { inBoth, useSay, type WordKey } from "../words.ts";
import styles from "./Rules.module.css";
import { RulesCondition } from "./RulesCondition.tsx";

export function RulesBetween({ field, vocabulary }: { field: FieldPlace; vocabulary: Vocabulary }) {
  const say = useSay();
  const { content, acts } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const run = (key: WordKey, { expression }: RuleChange, make: (current: Content, place: FieldPlace) => Edit[]) => {
    const sentence = inBoth(key, {
      field: content.labelOf(field),
      sentence: describeCondition(expression ?? "", vocabulary),
    });
    return acts.run((current) => {
      const place = current.findField(field.step, field.names);
      return place ? makeAct(sentence, make(current, place)) : null;
    });
  };
  const remove = (rule: RuleBetween) =>
    run("betweenRemoved", rule, (current, place) => removeRule(current, place, rule));
  /** On the rule as it is in the files then. */
  const change = (rule: RuleBetween, changed: RuleChange) => {
    if ("expression" in changed && changed.expression === undefined) return remove(rule);
    return run("betweenSet", { ...rule, ...changed }, (current, place) => {
      const found = listRules(current, place).find(({ name }) => name === rule.name);
      return found ? changeRule(current, place, found, changed) : [];
    });
  };
  const add = (rule: Required<RuleChange>) =>
    run("betweenSet", rule, (current, place) => addRule(current, place, rule));
  return (
    <div className={styles.list}>
      {listRules(content, field).map((rule) => (
        <article key={rule.name} className={styles.rule} aria-label={rule.name}>
          <RuleFields {...{ rule, vocabulary }} onChange={(changed) => change(rule, changed)}>
            <Button small icon="trash" onClick={() => void remove(rule)}>
              {say("ruleRemove")}
            </Button>
          </RuleFields>
        </article>
      ))}
      {isAdding ? (
        <NewRule vocabulary={vocabulary} onAdd={add} onClose={() => setAdding(false)} />
      ) : (
        <div className="actions">
          <Button small icon="plus" onClick={() => setAdding(true)}>
            {say("ruleAdd")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FieldsProps {
  rule: RuleChange;
  vocabulary: Vocabulary;
  /** The buttons below. */
  children: ReactNode;
  onChange(change: RuleChange): Promise<Outcome>;
}

function RuleFields({ rule, vocabulary, children, onChange }: FieldsProps) {
  const say = useSay();
  return (
    <>
      <Segments
        label={say("level")}
        choices={LEVELS.map((each) => [each, say(`level_${each}`)] as const)}
        value={rule.level ?? "error"}
        onChange={(level) => void onChange({ level })}
      />
      <RulesCondition
        label={say("ruleHolds")}
        value={rule.expression}
        vocabulary={vocabulary}
        onChange={(expression) => onChange({ expression })}
      />
      <BothTexts
        label={say("kind_text")}
        texts={rule.texts ?? {}}
        isLong
        onChange={(language, text) => onChange({ texts: { [language]: text } })}
      />
      <div className="actions">{children}</div>
    </>
  );
}

interface NewProps {
  vocabulary: Vocabulary;
  onAdd(rule: Required<RuleChange>): Promise<Outcome>;
  onClose(): void;
}

/** A rule with its texts is one act, made when everything is filled in. */
function NewRule({ vocabulary, onAdd, onClose }: NewProps) {
  const say = useSay();
  const [rule, setRule] = useState<RuleChange>({ level: "error" });
  const [refusal, setRefusal] = useState<string>();
  const change = async (changed: RuleChange) => {
    setRule((before) => ({ ...before, ...changed, texts: { ...before.texts, ...changed.texts } }));
    return undefined;
  };
  const add = async () => {
    const { level = "error", expression } = rule;
    const texts = tidy({ ...EMPTY, ...rule.texts });
    if (expression === undefined || !isWhole(texts)) return setRefusal(say("ruleIncomplete"));
    const reason = await onAdd({ level, expression, texts });
    setRefusal(reason ?? undefined);
    if (reason === undefined) onClose();
  };
  return (
    <section className={styles.rule} aria-label={say("ruleAdd")}>
      <RuleFields rule={rule} vocabulary={vocabulary} onChange={change}>
        <Button kind="primary" small onClick={() => void add()}>
          {say("ruleAdd")}
        </Button>
        <Button kind="quiet" small onClick={onClose}>
          {say("cancel")}
        </Button>
      </RuleFields>
      <Refusal reason={refusal} />
    </section>
  );
}
