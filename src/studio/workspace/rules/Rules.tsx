// Rules in words: of a field when it is shown, required and exists, rules between answers, and how it is computed; of a step when it
// and what is in it beside fields is there. Each change is one act.
import { useMemo, useState } from "react";
import type { Expression } from "#engine/schema/schema.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { makeAct } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import type { FieldPlace } from "../model/places.ts";
import { describeCondition, findAnswers, listOperators, type Operator } from "../model/vocabulary.ts";
import { Group } from "../panel/Inputs.tsx";
import type { Outcome } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import { RulesBetween } from "./RulesBetween.tsx";
import { RulesCondition } from "./RulesCondition.tsx";
import { AsJson, RulesFormula } from "./RulesValue.tsx";
import { findComputed, listFieldSlots, listStepSlots, type Slot } from "./slots.ts";

/** Shows the rules of the selected field, or of the step if none is selected. */
export function Rules({ step, field }: { step: string; field?: FieldPlace | undefined }) {
  const { content, metas, outline } = useWorkspace();
  const say = useSay();
  const answers = findAnswers(content);
  const operators = useMemo(() => listOperators(metas), [metas]);
  const title = outline.find((each) => each.step === step)?.label ?? step;
  const label = field ? content.labelOf(field) : inEachLanguage(() => title);
  const parts = { operators, label };
  const computed = field && findComputed(field, answers);
  if (!field) return <Slots {...parts} slots={listStepSlots(content, step, answers)} />;
  const vocabulary = { answers: answers.list(field), operators, content };
  return (
    <div className={styles.properties}>
      {field.rules.file.startsWith("schemas/shared/") && <p className="small">{say("sharedStep")}</p>}
      <Group title={say("groupConditions")}>
        <Slots {...parts} slots={listFieldSlots(content, field, answers)} />
      </Group>
      <Group title={say("groupBetween")}>
        <RulesBetween {...{ field, vocabulary }} />
      </Group>
      {computed && (
        <Group title={say("groupComputed")}>
          <SlotField {...parts} slot={computed} Field={RulesFormula} />
        </Group>
      )}
    </div>
  );
}

interface PartProps {
  operators: readonly Operator[];
  label: Words;
}

function Slots({ slots, ...parts }: PartProps & { slots: readonly Slot[] }) {
  const say = useSay();
  const language = useLanguage();
  const [begun, setBegun] = useState("");
  const isThere = ({ id, value, json }: Slot) => id === begun || value !== undefined || json !== undefined;
  const isAlways = !slots.some((slot) => isThere(slot) && !slot.id.startsWith("required"));
  const close = () => setBegun("");
  return (
    <div className={styles.properties}>
      {isAlways && <p className="small">{say("ruleAlways")}</p>}
      {slots.map((slot) => isThere(slot) && <SlotField key={slot.id} {...parts} slot={slot} onDone={close} />)}
      <div className="actions">
        {slots.map((slot) =>
          isThere(slot) ? null : (
            <Button key={slot.id} small icon="plus" onClick={() => setBegun(slot.id)}>
              {slot.adding?.[language]}
            </Button>
          ),
        )}
      </div>
    </div>
  );
}

interface SlotProps extends PartProps {
  slot: Slot;
  Field?: typeof RulesCondition | typeof RulesFormula;
  onDone?(): void;
}

function SlotField({ slot, operators, label, Field = RulesCondition, onDone }: SlotProps) {
  const say = useSay();
  const { content, acts } = useWorkspace();
  const language = useLanguage();
  const vocabulary = { answers: slot.answers, operators, content };
  const { value, json } = slot;
  const name = slot.label[language];
  if (json !== undefined) return <AsJson label={name} value={json} />;
  if (slot.isFixed && value !== undefined)
    return (
      <p>
        <strong>{name}</strong> {describeCondition(value, vocabulary)[language]}
      </p>
    );
  const change = async (next: Expression | undefined): Promise<Outcome> => {
    if (next === undefined && value === undefined) {
      onDone?.();
      return undefined;
    }
    if (!slot.set(content, next)) return say("ruleNotHere");
    const rule = inEachLanguage((code) => slot.label[code].toLowerCase());
    const sentence = next === undefined ? "" : describeCondition(next, vocabulary);
    const words = inBoth(sentence ? "setRule" : "ruleTaken", { field: label, rule, sentence });
    const outcome = await acts.run((current) => makeAct(words, slot.set(current, next) ?? [], slot.merge));
    if (outcome === undefined) onDone?.();
    return outcome;
  };
  return <Field label={name} value={value} vocabulary={vocabulary} onChange={change} />;
}
