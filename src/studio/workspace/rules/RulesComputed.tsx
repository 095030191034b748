// How the value of a field is computed of answers. A computed field is not asked, so it is not required.
import type { Expression } from "#engine/schema/schema.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { describeOperand } from "../model/conditionSentence.ts";
import { makeAct, setAt, setRequired } from "../model/fieldActs.ts";
import { effective } from "../model/places.ts";
import { Group } from "../panel/Inputs.tsx";
import { inBoth, useSay } from "../words.ts";
import { RulesFormula } from "./RulesFormula.tsx";
import { describeRule, type RuleParts } from "./RulesParts.tsx";

export function RulesComputed({ field, fieldActs, vocabularyOf }: RuleParts) {
  const say = useSay();
  const rules = effective(field.rules, field.shared);
  if (rules.type !== "integer" && rules.type !== "number") return null;
  const vocabulary = vocabularyOf("both");
  const write = (next: Expression | undefined) => {
    const words = next === undefined ? undefined : inEachLanguage((code) => describeOperand(next, vocabulary, code));
    const sentence = describeRule(fieldActs.label, inBoth("computedAs"), words);
    return fieldActs.run(
      (place) =>
        makeAct(sentence, [
          ...(next === undefined ? [] : setRequired(place, false)),
          ...setAt(place.rules, ["computed"], next),
        ]),
      false,
    );
  };
  return (
    <Group title={say("groupComputed")}>
      <RulesFormula
        label={say("computedAs")}
        value={rules.computed as Expression | undefined}
        vocabulary={vocabulary}
        own={`.${field.names.at(-1)}`}
        onChange={(next) => void write(next)}
      />
    </Group>
  );
}
