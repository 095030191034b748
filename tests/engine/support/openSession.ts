// A form session with one of each: a format, a bound that blocks, lists, and fields that come and go.
import { FormSession, type FormSessionOptions } from "#engine/form/session.ts";
import type { Answers, Lists } from "#engine/schema/types.ts";
import { compileContract, is, TODAY, when } from "./step.ts";

const schema = {
  type: "object",
  properties: {
    kvk: { type: "string", minLength: 1, maxLength: 12, format: "kvk" },
    revenue: { type: "integer", minimum: 1, maximum: 1000 },
    amount: { type: "integer", enumFrom: "amounts" },
    answers: { type: "object", ask: { from: "questions" } },
    jobs: { type: "array", maxItems: 2, items: { type: "string", maxLength: 9 } },
  },
  required: ["kvk", "revenue"],
  allOf: [
    when(
      { properties: { jobs: { type: "array", contains: { const: "190" } } }, required: ["jobs"] },
      {
        properties: { terms: { type: "boolean" } },
        required: ["terms"],
      },
    ),
    when(is("terms", true), { properties: { option: { type: "string", enum: ["x"] } }, required: ["option"] }),
  ],
};
const presentation = { revenue: { maximum: { message: "too_high", severity: "blocking" as const } } };
export const valid = { kvk: "12345678", revenue: 10, answers: { 11: true } };

/** Compiled once: the judge keeps nothing between two answers. */
const contract = compileContract(schema, {}, "s");

export function open(data: Answers = {}, more: Partial<FormSessionOptions> = {}) {
  const lists: Lists = { amounts: [{ value: 1 }, { value: 2 }], questions: [{ value: 11 }] };
  const session = new FormSession({
    step: "s",
    contract,
    context: () => ({ today: TODAY, lists }),
    data,
    schema: () => schema,
    presentation,
    ...more,
  });
  return { session, lists };
}
