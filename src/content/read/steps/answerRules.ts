// The rules between answers of a field: those that refuse, and those that the broker may confirm.
import type { Expression, Schema } from "#engine/schema/schema.ts";

interface AnswerRule {
  /** The step is wrong without `holds`, and without `expects` until the broker confirms it. */
  keyword: "holds" | "expects";
  name: string;
  rule: Expression;
}

/** Returns the rules between answers of a field. */
export const answerRules = (field: Schema): AnswerRule[] =>
  (["holds", "expects"] as const).flatMap((keyword) =>
    Object.entries(field[keyword] ?? {}).map(([name, rule]) => ({ keyword, name, rule })),
  );
