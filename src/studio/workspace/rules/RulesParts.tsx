// What the parts of the rules of a field are given, and the sentence of an act on a rule.
import { inEachLanguage } from "#engine/values/languages.ts";
import type { Reach } from "../model/conditionAnswers.ts";
import type { Vocabulary } from "../model/conditionSentence.ts";
import type { Words } from "../model/members.ts";
import type { FieldActs, FieldProps } from "../panel/useFieldActs.ts";
import { inBoth } from "../words.ts";

export interface RuleParts extends FieldProps {
  fieldActs: FieldActs;
  /** What can be read from the field. */
  vocabularyOf(reach: Reach): Vocabulary;
}

/** Without a sentence the rule is taken away. */
export function describeRule(field: Words | string, rule: Words, sentence: Words | undefined): Words {
  const named = inEachLanguage((language) => rule[language].toLowerCase());
  return inBoth(sentence ? "setRule" : "ruleTaken", { field, rule: named, sentence: sentence ?? "" });
}
