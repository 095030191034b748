// Faults in the steps and flows of a manifest, with which a broker would not come to the end.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

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

export const stepFaults: Fault[] = [
  [
    "a last step that cannot send what a flow offers",
    manifest,
    sidebar(4, { send: ["quotation"] }),
    "/steps/4/sidebar/send",
    'newRequest offers "insurance-policy", and final-questions, with which a request ends, has no button for it; add "insurance-policy", or write it in "hide" of the flow',
  ],
  [
    "a last step without the request block",
    manifest,
    sidebar(5, { request: "hidden" }),
    "/steps/5/sidebar/request",
    'whoever has filled in everything sees no request block to send; write "open"',
  ],
  [
    "a flow in which nothing can be sent",
    manifest,
    (c) => Object.assign(at(c, "flows"), { newTempRequest: { hide: ["quotation", "insurance-policy"] } }),
    "/flows/newTempRequest/hide",
    "nothing can be sent in this flow; take quotation or insurance-policy away",
  ],
  [
    "a step that asks the questions of another call",
    manifest,
    step(3, { questions: "closing-questions" }),
    "/steps/3/questions",
    'the form of acceptance asks those of "acceptance", not of "closing-questions"; write "acceptance"',
  ],
  [
    "a form that is said to ask questions",
    manifest,
    step(0, { kind: "questions", questions: "acceptance" }),
    "/steps/0/questions",
    'the form of general-data asks none of a call, not of "acceptance"; correct the kind of the step, or its fields',
  ],
  [
    "questions of a step that asks none",
    manifest,
    step(0, { questions: "acceptance" }),
    "/steps/0/questions",
    'a step of kind "form" asks no such questions; remove it, or write "kind": "questions"',
  ],
  [
    "questions whose wrong answers count for nothing",
    manifest,
    (c) => {
      const asked = at(c, "steps.3");
      asked.kind = "form";
      delete asked.questions;
    },
    "/steps/3/kind",
    'acceptance asks questions, and its wrong answers would count for nothing; write "kind": "questions" and "questions": "acceptance"',
  ],
  [
    "an explanation that everybody is asked for",
    manifest,
    (c) => delete at(c, "steps.5").extra,
    "/steps/5",
    'additional-explanation explains wrong answers, and would be asked without any; add "extra": true',
  ],
  [
    "a form that is only asked after a wrong answer",
    manifest,
    step(2, { extra: true }),
    "/steps/2/extra",
    'company-data would only be asked after a wrong answer; remove "extra"',
  ],
  [
    "an explanation before what it explains",
    manifest,
    move(5, 4),
    "/steps/4",
    "additional-explanation explains wrong answers to final-questions, which comes later; put it after final-questions",
  ],
  [
    "a second explanation",
    manifest,
    step(2, { kind: "explanation", extra: true }),
    "/steps/5/kind",
    "company-data explains wrong answers already; remove one of the two",
  ],
  [
    "a number that is never so long",
    manifest,
    (c) => Object.assign(at(c, "prefill.0"), { length: 80 }),
    "/prefill/0/length",
    "general-data.kvk is never 80 characters long; correct the number",
  ],
  [
    "a company that is fetched by an amount",
    manifest,
    (c) => Object.assign(at(c, "prefill.0"), { field: "revenue" }),
    "/prefill/0/field",
    "general-data.revenue is no text, so it is never 8 characters long; name another",
  ],
  [
    "a company that is fetched twice",
    manifest,
    (c) => (c.prefill as JsonObject[]).push({ ...at(c, "prefill.0") }),
    "/prefill/1",
    "general-data.kvk fetches the company already; remove one of the two",
  ],
  [
    "a percentage in quotes",
    manifest,
    (c) => Object.assign(at(c, "text_values"), { quarterly: "3" }),
    "/text_values/quarterly",
    'the texts say "3" %, rates.json has 3 %; write 3 without quotes',
  ],
];
