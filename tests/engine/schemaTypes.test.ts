// Schemas, layouts, answers and meta are different types: who mixes them up is stopped by `tsc`, which reads this file too.
import { expectTypeOf, test } from "vitest";
import type { Condition, Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, RequestAnswers, StepMeta } from "#engine/schema/types.ts";

test("one cannot be used for another", () => {
  expectTypeOf<Answers>().not.toExtend<Schema>();
  expectTypeOf<Schema>().not.toExtend<Answers>();
  expectTypeOf<Schema>().not.toExtend<UiSchema>();
  expectTypeOf<Schema>().not.toExtend<Condition>();
  expectTypeOf<UiSchema>().not.toExtend<Answers>();
  expectTypeOf<StepMeta>().not.toExtend<Answers>();
  expectTypeOf<Answers>().not.toExtend<StepMeta>();
  expectTypeOf<Answers>().not.toExtend<RequestAnswers>();
  expectTypeOf<RequestAnswers>().not.toExtend<Answers>();
});
