// How a value is computed of answers: their sum, or one value of several records. Another formula is shown in words and as JSON.
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { Answer } from "../model/conditionAnswers.ts";
import { describeOperand, nameAnswer } from "../model/conditionSentence.ts";
import { makeAct, setAt, setRequired } from "../model/fieldActs.ts";
import { effective } from "../model/places.ts";
import { Select } from "../Segments.tsx";
import { inBoth, useSay } from "../words.ts";
import styles from "./Rules.module.css";
import { AsJson } from "./RulesCondition.tsx";
import { RuleGroup, type RuleParts } from "./RulesParts.tsx";

const ADDED = "added";

/** The parts of a sum of single answers. Null: the value is computed in another way. */
function readTerms(value: unknown): Expression[] | null {
  const terms = isObject(value) && Object.keys(value).length === 1 ? value.sum : undefined;
  return Array.isArray(terms) ? (terms as Expression[]) : null;
}

/** The answer of a part of a sum, which may count as 0 while it is empty. */
const answerOf = (term: Expression): Expression =>
  typeof term === "object" && typeof term.of === "string" ? term.of : term;

export function RulesComputed(parts: RuleParts) {
  const say = useSay();
  const language = useLanguage();
  const { field, fieldActs } = parts;
  const rules = effective(field.rules, field.shared);
  if (rules.type !== "integer" && rules.type !== "number") return null;
  const vocabulary = parts.vocabularyOf("both");
  const value = rules.computed as Expression | undefined;
  const numbers = vocabulary.answers.filter(({ kind }) => kind === "number");
  const ofRecords = numbers.filter(({ of }) => of !== undefined);
  const single = numbers.filter(({ of, expression }) => of === undefined && expression !== `.${field.names.at(-1)}`);
  const terms = readTerms(value);
  const write = (next: Expression | undefined) => {
    const fill = (code: "nl" | "fr") => ({
      field: fieldActs.label[code],
      rule: inBoth("computedAs", { nl: {}, fr: {} })[code].toLowerCase(),
      sentence: next === undefined ? "" : describeOperand(next, vocabulary, code),
    });
    const sentence = inBoth(next === undefined ? "ruleTaken" : "setRule", { nl: fill("nl"), fr: fill("fr") });
    void fieldActs.run(
      (place) =>
        makeAct(sentence, [
          ...(next === undefined ? [] : setRequired(place, false)),
          ...setAt(place.rules, ["computed"], next),
        ]),
      false,
    );
  };
  const toggle = ({ expression }: Answer, on: boolean) => {
    const others = (terms ?? []).filter((term) => !sameValue(answerOf(term), expression));
    const next = on ? [...others, { of: expression, empty: 0 }] : others;
    write(next.length > 0 ? { sum: next } : undefined);
  };
  const chosen = value === undefined ? "" : terms ? ADDED : JSON.stringify(value);
  const isKnown = chosen === "" || chosen === ADDED || ofRecords.some(({ expression }) => sameValue(expression, value));
  return (
    <RuleGroup title={say("groupComputed")}>
      <Select
        label={say("computedAs")}
        value={chosen}
        choices={[
          ["", say("computedNone")],
          ...(single.length > 0 ? [[ADDED, say("computedSum")] as const] : []),
          ...ofRecords.map(
            (each) => [JSON.stringify(each.expression), nameAnswer(each, vocabulary.operators, language)] as const,
          ),
          ...(isKnown || value === undefined ? [] : [[chosen, describeOperand(value, vocabulary, language)] as const]),
        ]}
        onChange={(next) =>
          write(
            next === ""
              ? undefined
              : next === ADDED
                ? { sum: [{ of: single[0]!.expression, empty: 0 }] }
                : (JSON.parse(next) as Expression),
          )
        }
      />
      {chosen === ADDED && <Terms terms={terms ?? []} single={single} onToggle={toggle} />}
      {!isKnown && <AsJson label={say("computedAs")} value={value} />}
    </RuleGroup>
  );
}

interface TermsProps {
  terms: readonly Expression[];
  single: readonly Answer[];
  onToggle(answer: Answer, on: boolean): void;
}

function Terms({ terms, single, onToggle }: TermsProps) {
  const say = useSay();
  const language = useLanguage();
  const has = ({ expression }: Answer) => terms.some((term) => sameValue(answerOf(term), expression));
  return (
    <fieldset className={styles.values} aria-label={say("computedSum")}>
      {single.map((each) => (
        <label key={JSON.stringify(each.expression)}>
          <input type="checkbox" checked={has(each)} onChange={({ target }) => onToggle(each, target.checked)} />
          {each.label[language]}
        </label>
      ))}
    </fieldset>
  );
}
