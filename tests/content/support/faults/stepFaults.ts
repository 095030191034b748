// Faults in the steps and flows of a manifest, with which a broker would not come to the end.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const manifest = `${product}/product.json`;
const step = (index: number, change: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, `steps.${index}`), change);
const sidebar = (index: number, change: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, `steps.${index}.sidebar`), change);
/** Takes a step to another place. */
const move = (from: number, to: number) => (content: JsonObject) => {
  const steps = content.steps as JsonObject[];
  steps.splice(to, 0, ...steps.splice(from, 1));
};

export const stepFaults: Mistake[] = [
  ["a last step that cannot send what a flow offers", manifest, sidebar(4, { send: ["quotation"] })],
  ["a last step without the request block", manifest, sidebar(5, { request: "hidden" })],
  [
    "a flow in which nothing can be sent",
    manifest,
    (c) => Object.assign(at(c, "flows"), { newTempRequest: { hide: ["quotation", "insurance-policy"] } }),
  ],
  ["a step that asks the questions of another call", manifest, step(3, { questions: "closing-questions" })],
  ["a form that is said to ask questions", manifest, step(0, { kind: "questions", questions: "acceptance" })],
  ["questions of a step that asks none", manifest, step(0, { questions: "acceptance" })],
  [
    "questions whose wrong answers count for nothing",
    manifest,
    (c) => {
      const questionsStep = at(c, "steps.3");
      questionsStep.kind = "form";
      delete questionsStep.questions;
    },
  ],
  ["an explanation that everybody is asked for", manifest, (c) => delete at(c, "steps.5").extra],
  ["a form that is only asked after a wrong answer", manifest, step(2, { extra: true })],
  ["an explanation before what it explains", manifest, move(5, 4)],
  ["a second explanation", manifest, step(2, { kind: "explanation", extra: true })],
  ["a number that is never so long", manifest, (c) => Object.assign(at(c, "prefill.0"), { length: 80 })],
  ["a company that is fetched by an amount", manifest, (c) => Object.assign(at(c, "prefill.0"), { field: "revenue" })],
  ["a company that is fetched twice", manifest, (c) => (c.prefill as JsonObject[]).push({ ...at(c, "prefill.0") })],
  ["a percentage in quotes", manifest, (c) => Object.assign(at(c, "text_values"), { quarterly: "3" })],
];
