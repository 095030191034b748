// Names that fields had before (`was` in product.json). Answers, prices and comparisons that use an earlier name are read under the
// name of today, so a rename changes nothing for a request that was made before it.
import { isObject } from "./schemaTree.ts";
import type { FormerNames, RequestAnswers } from "./types.ts";

/** Returns the answers of one step under today's names. An answer under today's name is kept. */
export function renameAnswers<Data extends object>(was: FormerNames | undefined, step: string, data: Data): Data {
  const renamed = Object.entries(data).map(([field, value]) => {
    const to = was?.[`${step}.${field}`];
    return [to === undefined || Object.hasOwn(data, to) ? field : to, value];
  });
  return Object.fromEntries(renamed);
}

export const renameRequest = (was: FormerNames | undefined, answers: RequestAnswers): RequestAnswers =>
  was
    ? Object.fromEntries(
        Object.entries(answers).map(([step, data]) => [step, isObject(data) ? renameAnswers(was, step, data) : data]),
      )
    : answers;

/** Returns `<step>.<field>…` with today's name of the field. */
export function renameAddress(was: FormerNames | undefined, address: string): string {
  const [step = "", field = "", ...rest] = address.split(".");
  const to = was?.[`${step}.${field}`];
  return to === undefined ? address : [step, to, ...rest].join(".");
}
