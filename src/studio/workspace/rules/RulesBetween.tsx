// Rules between answers: what must be true, whether it stops or warns, and the text in both languages.
import { useState } from "react";
import type { Expression } from "#engine/schema/schema.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { describeCondition } from "../model/conditionSentence.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import { EMPTY, isWhole } from "../model/members.ts";
import type { FieldPlace } from "../model/places.ts";
import {
  addRule,
  LEVELS,
  type Level,
  listRules,
  type RuleBetween,
  removeRule,
  setLevel,
  setRule,
  setRuleText,
} from "../model/rulesBetween.ts";
import { BothTexts, DraftTexts, Refusal } from "../panel/Inputs.tsx";
import { Segments } from "../Segments.tsx";
import { inBoth, useSay, type WordKey } from "../words.ts";
import styles from "./Rules.module.css";
import { RulesCondition } from "./RulesCondition.tsx";
import type { RuleParts } from "./RulesParts.tsx";

export function RulesBetween(parts: RuleParts) {
  const say = useSay();
  const [isAdding, setAdding] = useState(false);
  const rules = listRules(parts.content, parts.field);
  return (
    <div className={styles.list}>
      {rules.map((rule) => (
        <Rule key={rule.name} {...parts} rule={rule} />
      ))}
      {isAdding ? (
        <NewRule {...parts} onDone={() => setAdding(false)} />
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

/** The sentence of an act on a rule. */
const describe = (
  { fieldActs: { label }, vocabularyOf }: RuleParts,
  expression: Expression,
  key: WordKey = "betweenSet",
) => inBoth(key, { field: label, sentence: describeCondition(expression, vocabularyOf("both")) });

function LevelChoice({ level, onChange }: { level: Level; onChange(level: Level): void }) {
  const say = useSay();
  const choices = LEVELS.map((each) => [each, say(`level_${each}`)] as const);
  return <Segments label={say("level")} choices={choices} value={level} onChange={onChange} />;
}

function Rule({ rule, ...parts }: RuleParts & { rule: RuleBetween }) {
  const say = useSay();
  const { fieldActs } = parts;
  /** On the rule as it is in the files then. */
  const run = (
    make: (content: Content, place: FieldPlace, current: RuleBetween) => ReturnType<typeof setRule>,
    expression = rule.expression,
  ) =>
    fieldActs.run((place, content) => {
      const current = listRules(content, place).find(({ name }) => name === rule.name);
      return makeAct(describe(parts, expression), current ? make(content, place, current) : []);
    }, false);
  const change = (next: Expression | undefined) =>
    next === undefined ? remove() : run((_, place, current) => setRule(place, current, next), next);
  const remove = () =>
    fieldActs.run(
      (place, content) => makeAct(describe(parts, rule.expression, "betweenRemoved"), removeRule(content, place, rule)),
      false,
    );
  return (
    <article className={styles.rule} aria-label={rule.name}>
      <LevelChoice
        level={rule.level}
        onChange={(level) => void run((_, place, current) => setLevel(place, current, level))}
      />
      <RulesCondition
        label={say("ruleHolds")}
        value={rule.expression}
        vocabulary={parts.vocabularyOf("both")}
        onChange={change}
      />
      {rule.key !== undefined && (
        <BothTexts
          label={say("ruleText")}
          texts={rule.texts}
          isLong
          onChange={(language, text) => run((content, _, current) => setRuleText(content, current, language, text))}
        />
      )}
      <div className="actions">
        <Button small icon="trash" onClick={() => void remove()}>
          {say("ruleRemove")}
        </Button>
      </div>
    </article>
  );
}

/** A rule with its texts is one act, made when everything is filled in. */
function NewRule({ onDone, ...parts }: RuleParts & { onDone(): void }) {
  const say = useSay();
  const [level, setLevel] = useState<Level>("error");
  const [expression, setExpression] = useState<Expression>();
  const [texts, setTexts] = useState(EMPTY);
  const [refusal, setRefusal] = useState<string>();
  const add = async () => {
    if (expression === undefined || !isWhole(texts)) return setRefusal(say("ruleIncomplete"));
    const reason = await parts.fieldActs.run(
      (place, content) => makeAct(describe(parts, expression), addRule(content, place, { level, expression, texts })),
      false,
    );
    setRefusal(reason ?? undefined);
    if (reason === undefined) onDone();
  };
  const take = async (next: Expression | undefined) => {
    setExpression(next);
    return undefined;
  };
  return (
    <section className={styles.rule} aria-label={say("ruleAdd")}>
      <LevelChoice level={level} onChange={setLevel} />
      <RulesCondition
        label={say("ruleHolds")}
        value={undefined}
        vocabulary={parts.vocabularyOf("both")}
        onChange={take}
      />
      <DraftTexts label={(code) => `${say("ruleText")}, ${code}`} value={texts} isLong onChange={setTexts} />
      <Refusal reason={refusal} />
      <div className="actions">
        <Button kind="primary" small onClick={() => void add()}>
          {say("ruleAdd")}
        </Button>
        <Button kind="quiet" small onClick={onDone}>
          {say("cancel")}
        </Button>
      </div>
    </section>
  );
}
