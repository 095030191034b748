// Acceptance and final questions, sectors and professions in the user's language. The expected answers are never sent to the
// browser. Also words the wrong answers.
import type * as wire from "#api/wire/wireTypes.ts";
import type { ProfessionsAnswer, Question, WrongQuestion } from "#api/wire/wireTypes.ts";
import { answersBehind } from "#engine/rules/facts.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, JsonObject, Language, ListItem, RequestAnswers } from "#engine/schema/types.ts";
import {
  type AnswerRule,
  findWrongAnswers,
  type QuestionCall,
  type StoredQuestion,
  storedQuestions,
  type Words,
  type WrongAnswer,
  type WrongAnswers,
} from "#underwriting/judgement.ts";
import type { LoadedProduct } from "../products/products.ts";

const wordIn = (words: Words | null | undefined, language: Language): string | null =>
  words?.[language] ?? words?.nl ?? null;

/** Caches by release and language: the lists are long and needed for every evaluation. */
function makeOnce<Result>(make: (product: LoadedProduct, language: Language) => Result) {
  const cache = new WeakMap<LoadedProduct, Partial<Record<Language, Result>>>();
  return (product: LoadedProduct, language: Language): Result => {
    const made = cache.get(product) ?? {};
    cache.set(product, made);
    made[language] ??= make(product, language);
    return made[language];
  };
}

export const buildProfessions = makeOnce(makeProfessions);

const questionsMade = {
  acceptance: makeOnce((product, language) => makeQuestions(product, "acceptance", language)),
  "closing-questions": makeOnce((product, language) => makeQuestions(product, "closing-questions", language)),
};
export const buildQuestions = (product: LoadedProduct, call: QuestionCall, language: Language): Question[] =>
  questionsMade[call](product, language);

const makeQuestions = (product: LoadedProduct, call: QuestionCall, language: Language): Question[] =>
  storedQuestions(product.back.questions, call).map((stored) => ({
    id: stored.id,
    question: wordIn(stored.question_text, language) ?? "",
    refusal_yes: wordIn(stored.refusal_yes, language),
    list_items: listItems(stored, language),
    tooltip: wordIn(stored.tooltip, language),
    ...(stored.explain && { explain: wordIn(stored.explain, language) ?? "" }),
  }));

const listItems = ({ list_items }: StoredQuestion, language: Language): string[] =>
  list_items.map((item) => wordIn(item, language) ?? "");

function makeProfessions(product: LoadedProduct, language: Language): ProfessionsAnswer {
  const {
    sectors = [],
    professions = [],
    lists,
  } = (product.back.professions ?? {}) as {
    sectors?: JsonObject[];
    professions?: JsonObject[];
    lists?: Record<string, JsonObject[]>;
  };
  const named = (item: JsonObject, ...members: string[]): ListItem => {
    const entries = members.map((member) => [member, inLanguage(item[member], language)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ListItem;
  };
  const worded = (items: readonly JsonObject[]) => {
    const choices = items.map((item) => named(item, "value", "label"));
    const byWords = new Intl.Collator(language).compare;
    // Countries are in the order of their words, which each language has for itself.
    return items[0]?.region ? choices.sort((one, other) => byWords(String(one.label), String(other.label))) : choices;
  };
  return {
    sectors: sectors.map((item) => named(item, "value", "label", "terms_of_delivery")),
    professions: professions.map((item) => named(item, "value", "label", "sector_id", "clarification")),
    ...(lists && { lists: Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, worded(items)])) }),
  };
}

const inLanguage = (value: unknown, language: Language): unknown =>
  typeof value === "object" && value !== null ? wordIn(value as Words, language) : value;

export interface Judgement {
  acceptance: WrongQuestion[];
  final: WrongQuestion[];
  /** Rules over other answers that hold. */
  rules: wire.JudgedRule[];
  /** Whether the explanation step is asked. A decline does not ask for it: an explanation cannot change it. */
  wrong: boolean;
  dropout: boolean;
}

export function judge(
  { bundle, back }: LoadedProduct,
  { answers = {}, today }: EvaluationContext,
  language: Language,
): Judgement {
  const wrong = findWrongAnswers(back.questions, bundle.manifest.steps, answers, today);
  return describeJudgement(bundle, { ...wrong, answers }, language);
}

export function describeJudgement(
  bundle: LoadedProduct["bundle"],
  { questions, rules, refers, declines, answers }: WrongAnswers & { answers: RequestAnswers },
  language: Language,
): Judgement {
  const of = (wantedCall: QuestionCall) =>
    questions.filter(({ call }) => call === wantedCall).map((wrong) => inWords(wrong, language));
  return {
    acceptance: of("acceptance"),
    final: of("closing-questions"),
    rules: rules.map((rule) => ({
      message: wordIn(rule.message, language) ?? rule.name,
      effect: rule.effect ?? "refer",
      ...findField(bundle, rule, answers),
    })),
    wrong: refers,
    dropout: declines,
  };
}

/** The field that shows the message: of the answers that the rule reads the last on the page. */
function findField({ manifest, steps }: LoadedProduct["bundle"], rule: AnswerRule, answers: RequestAnswers) {
  const read = answersBehind(manifest, rule.when).map((address) => address.split(".").slice(0, 2).join("."));
  const asked = manifest.steps.flatMap(({ key }) =>
    [...propertySchemas(steps[key]?.schema ?? {}).keys()]
      .filter((name) => answers[key]?.[name] !== undefined)
      .map((name) => `${key}.${name}`),
  );
  const field = asked.findLast((address) => read.includes(address));
  return field === undefined ? {} : { field };
}

const inWords = ({ question, answer, effect }: WrongAnswer, language: Language): WrongQuestion => {
  const list_items = listItems(question, language);
  return {
    id: question.id,
    question: wordIn(question.question_text, language) ?? "",
    answer,
    notice: answer ? wordIn(question.refusal_yes, language) : null,
    effect,
    ...(list_items.length > 0 && { list_items }),
  };
};

/** The judgement as sent to the browser. */
export const toldJudgement = ({ acceptance, final, rules }: Judgement): wire.Judgement => ({
  wrong_acceptance_questions: acceptance,
  wrong_final_questions: final,
  rules,
});
