// Questions and the rules about answers, old and new.
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import type { Labelled } from "./labels.ts";
import { asObject, type Compare, pairUp, type Scope, type Sides } from "./scope.ts";
import { chooseKind, languageName } from "./texts.ts";
import { conditionWords, joined, type Phrase, phrase, phraseFor, plain, type Value, type Words } from "./words.ts";

export function compareQuestions(sides: Sides, scope: Scope): void {
  const { old, now } = sides;
  scope.members(old.product.questions?.content, now.product.questions?.content, {
    $schema: null,
    sample: null,
    acceptance_questions: (from, to, place) => compareList(scope, objects(from), objects(to), place),
    final_questions: (from, to, place) => compareList(scope, objects(from), objects(to), place),
    answer_rules: (from, to, place) => compareRules(sides, scope, [objects(from), objects(to)], place),
  });
}

const effectWords = ({ effect }: JsonObject): Words => phraseFor(`effect.${effect ?? "refer"}`);
const expectedWords = (answer: unknown): Words => phraseFor(String(answer));

function compareList(scope: Scope, before: JsonObject[], after: JsonObject[], at: string): void {
  const { added, removed, kept, moved } = pairUp(before, after, ({ id }) => id);
  for (const [one, index] of added)
    scope.say("question.added", `${at}/${index}`, {
      ...about(one),
      expected: expectedWords(one.expected_answer),
      effect: effectWords(one),
    });
  for (const [one, index] of removed) scope.say("question.removed", `${at}/${index}`, about(one));
  const numbers = (list: readonly JsonObject[]) => list.map(({ id }) => id).join(", ");
  if (moved) scope.say("question.order", at, { from: numbers(before), to: numbers(after) });
  for (const [one, other, index] of kept) compareQuestion(scope, one, other, `${at}/${index}`);
}

const about = ({ id, question_text }: JsonObject) => ({ id: String(id), question: plain(question_text) });

function compareQuestion(scope: Scope, before: JsonObject, after: JsonObject, at: string): void {
  const said = about(after);
  const subject = said.id;
  scope.members(
    before,
    after,
    {
      question_text: compareTexts(scope, "text.question", subject),
      refusal_yes: compareTexts(scope, "text.refusal", subject),
      tooltip: compareTexts(scope, "text.questionTooltip", subject),
      list_items: (from, to, place) => {
        const compare = compareTexts(scope, "text.questionItem", subject);
        const [left, right] = [objects(from), objects(to)];
        const { added, removed, moved } = pairUp(left, right, JSON.stringify);
        if (left.length === right.length)
          for (const [index, item] of left.entries()) compare?.(item, right[index], `${place}/${index}`);
        else {
          for (const [item, index] of added) compare?.(undefined, item, `${place}/${index}`);
          for (const [item, index] of removed) compare?.(item, undefined, `${place}/${index}`);
          if (moved) scope.other(from, to, place);
        }
      },
      expected_answer: (from, to, place) =>
        scope.say("question.expected", place, { ...said, from: expectedWords(from), to: expectedWords(to) }),
      effect: (_from, _to, place) =>
        scope.say("question.effect", place, { ...said, from: effectWords(before), to: effectWords(after) }),
    },
    at,
  );
}

/** A text in the languages of the content: each that reads otherwise. */
function compareTexts(scope: Scope, name: Phrase, subject: Value): Compare {
  return (before, after, place) => {
    const [from, to] = [asObject(before), asObject(after)];
    const what = phrase(name, { subject });
    for (const language of Object.keys({ ...from, ...to })) {
      if (from[language] === to[language]) continue;
      scope.say(chooseKind(from[language], to[language]), `${place}/${language}`, {
        what,
        language: languageName(language),
        from: plain(from[language]),
        to: plain(to[language]),
      });
    }
  };
}

/** A condition over the answers of all steps. */
export function answersWords(side: Labelled, condition: unknown): Words {
  if (!isObject(condition)) return phrase("always");
  return conditionWords(condition, {
    label: ([step = "", ...path]) => (path.length === 0 ? side.step(step) : side.field(step, path)),
    value: ([step = "", ...path], value) => side.value(step, path, value),
  });
}

function compareRules(
  { old, now, renamed }: Sides,
  scope: Scope,
  [before, after]: [JsonObject[], JsonObject[]],
  at: string,
): void {
  const { added, removed, kept, moved } = pairUp(before, after, ({ name }) => name);
  for (const [one, index] of added)
    scope.say("answerRule.added", `${at}/${index}`, { condition: answersWords(now, one.if), effect: effectWords(one) });
  for (const [one, index] of removed)
    scope.say("answerRule.removed", `${at}/${index}`, {
      condition: answersWords(old, one.if),
      effect: effectWords(one),
    });
  if (moved) {
    const names = (list: readonly JsonObject[]) => joined(list.map(({ name }) => plain(name)));
    scope.say("question.order", at, { from: names(before), to: names(after) });
  }
  for (const [one, other, index] of kept) {
    const rule = String(other.name);
    scope.members(
      one,
      other,
      {
        if: (from, to, place) => {
          const [said, saidNow] = [answersWords(old, from), answersWords(now, to)];
          if (said.nl !== saidNow.nl) scope.say("answerRule.condition", place, { rule, from: said, to: saidNow });
          else if (!renamed) scope.other(from, to, place);
        },
        effect: (_from, _to, place) =>
          scope.say("answerRule.effect", place, { rule, from: effectWords(one), to: effectWords(other) }),
        message: compareTexts(scope, "text.ruleMessage", rule),
      },
      `${at}/${index}`,
    );
  }
}
