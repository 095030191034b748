// Where the words of answers come from on the server: the texts of the product, and lists with the names of their records.
import type { EvaluationContext, Language, RequestAnswers } from "#engine/schema/types.ts";
import { type AnswerSource, labelRecords } from "#engine/texts/answerWords.ts";
import { textValues } from "#engine/texts/textValues.ts";
import { paperWords } from "../documents/papers.ts";
import type { LoadedProduct } from "../products/products.ts";

export interface TextFacts {
  product: LoadedProduct;
  evaluation: { answers: RequestAnswers; context: Pick<EvaluationContext, "lists"> & { today?: string } };
  language: Language;
}

/** Words that papers have of their own. */
const YES_NO = { "common.answer.yes": "yes", "common.answer.no": "no" } as const;

export function answerSource({ product, evaluation, language }: TextFacts): AnswerSource {
  const source: AnswerSource = {
    bundle: product.bundle,
    answers: evaluation.answers,
    lists: evaluation.context.lists,
    translate: (key, values) => {
      if (key in YES_NO) return paperWords[language][YES_NO[key as keyof typeof YES_NO]];
      const text = product.text(language, key, values as Record<string, string | number>);
      return text === key ? null : text;
    },
    language,
  };
  const labelled = { ...source, lists: labelRecords(source) };
  const { today } = evaluation.context;
  return today === undefined ? labelled : { ...labelled, values: textValues(labelled, today) };
}
