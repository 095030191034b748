// The members that take an answer, and whether a path in them may lead to several (`*`). Where one value is meant, several would
// have the first record decide, and moving a record would change the outcome.
import { TAKES } from "#engine/expressions/operators.ts";

/** Of expressions by name, of tariffs by place with `*` for each entry. `record`: one of each record of the list in `each`. */
export const MEMBERS: Readonly<Record<string, "one" | "several" | "record">> = {
  ...TAKES,
  ...{ computed: "one", startsWith: "one", holds: "one", expects: "one", value: "one" },
  "product_code/answer": "several",
  "main/answer": "one",
  "factors/*/answer": "one",
  "own_risk/answer": "one",
  "double_year_limit/answer": "one",
  "per_unit/*/answer": "one",
  "per_item/*/each": "one",
  "per_item/*/amount": "record",
  "per_item/*/label": "record",
  "per_item/*/factors/*/answer": "record",
  "additional/*/answer": "one",
  "instalments/answer": "one",
  "instalments/months": "one",
  "one_off/answer": "one",
  "tax/date": "one",
};

type Problem = [sentence: string, hint: string];

export const SEVERAL: Problem = ["the path leads to several answers", 'name one, or add them up with "sum"'];

/** Explains why a member of an expression cannot take a path; undefined where it can. */
export const explainSeveral = (path: string, member: string): Problem | undefined =>
  path.includes("*") && MEMBERS[member] !== "several" ? SEVERAL : undefined;
