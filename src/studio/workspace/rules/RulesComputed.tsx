// How the value of a field is computed of answers. A computed field is not asked, so it is not required.
import type { Expression } from "#engine/schema/schema.ts";
import type { Language } from "#engine/schema/types.ts";
import { describeOperand } from "../model/conditionSentence.ts";
import { makeAct, setAt, setRequired } from "../model/fieldActs.ts";
import { effective } from "../model/places.ts";
import { inBoth, useSay } from "../words.ts";
import { RulesFormula } from "./RulesFormula.tsx";
import { RuleGroup, type RuleParts } from "./RulesParts.tsx";

export function RulesComputed({ field, fieldActs, vocabularyOf }: RuleParts) {
  const say = useSay();
  const rules = effective(field.rules, field.shared);
  if (rules.type !== "integer" && rules.type !== "number") return null;
  const vocabulary = vocabularyOf("both");
  const write = (next: Expression | undefined) => {
    const fill = (code: Language) => ({
      field: fieldActs.label[code],
      rule: inBoth("computedAs", { nl: {}, fr: {} })[code].toLowerCase(),
      sentence: next === undefined ? "" : describeOperand(next, vocabulary, code),
    });
    const sentence = inBoth(next === undefined ? "ruleTaken" : "setRule", { nl: fill("nl"), fr: fill("fr") });
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
    <RuleGroup title={say("groupComputed")}>
      <RulesFormula
        label={say("computedAs")}
        value={rules.computed as Expression | undefined}
        vocabulary={vocabulary}
        own={`.${field.names.at(-1)}`}
        onChange={(next) => void write(next)}
      />
    </RuleGroup>
  );
}
