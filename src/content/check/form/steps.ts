// Steps and flows of a manifest as a broker walks them: questions are in steps that judge them, the explanation comes after
// all that it explains, and a completed request shows the button of the flow.
import { FACTS } from "#engine/rules/facts.ts";
import { memberList } from "#engine/schema/members.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { explainsAnswers, isJudged } from "#engine/schema/stepKinds.ts";
import type { Manifest, SendAction, StepManifest } from "#engine/schema/types.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import { error, type Finding, removal, setting } from "../../read/findings/finding.ts";
import { objects, type Report } from "../../read/findings/reporting.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import { findFields, type Steps } from "../../read/steps/stepIndex.ts";
import { KVK_LENGTH } from "../rules/values.ts";

export function checkSteps(manifest: Manifest, steps: Steps, report: Report): void {
  for (const [index, step] of manifest.steps.entries()) {
    const pointer = `/steps/${index}`;
    const taken = { request: t`the request block`, [FACTS]: t`the facts` }[step.key];
    if (taken) report(`${pointer}/key`, t`"${step.key}" is the name of ${taken}`, t`give the step another key`);
    const check = isJudged(step) || step.questions !== undefined ? checkQuestions : checkUnasked;
    check(step, { manifest, steps, place: pointer }, report);
    checkExtra(step, pointer, report);
    if (step.autoNext !== undefined && !isJudged(step))
      report(`${pointer}/autoNext`, t`${step.key} asks no questions, so it never goes on by itself`, removal());
  }
  checkExplanation(manifest, report);
  checkEnds(manifest, report);
  checkTriggers(manifest, steps, report);
}

interface StepScope {
  manifest: Manifest;
  steps: Steps;
  place: string;
}

/** The calls that answer which questions a step asks. A list that does not exist is reported where it is named. */
function askedBy({ key, questions }: StepManifest, { manifest, steps }: StepScope): string[] {
  const lists = [...findFields(steps[key]).values()].flat().map(memberList);
  return lists.flatMap((list) => {
    const source = list?.required ? (manifest.lists[list.list] ?? { call: questions }) : {};
    return "call" in source ? (source.call ?? []) : [];
  });
}

function checkQuestions(step: StepManifest, scope: StepScope, report: Report): void {
  const { questions } = step;
  if (!isJudged(step)) {
    const hint = t`remove it, or write "kind": "questions"`;
    report(`${scope.place}/questions`, t`a step of kind "${step.kind}" asks no such questions`, hint);
    return;
  }
  const calls = askedBy(step, scope);
  if (questions === undefined || calls.includes(questions)) return;
  const [call] = calls;
  const sentence =
    call === undefined
      ? t`the form of ${step.key} asks none of a call, not of "${questions}"`
      : t`the form of ${step.key} asks those of "${call}", not of "${questions}"`;
  const hint = call === undefined ? t`correct the kind of the step, or its fields` : t`write "${call}"`;
  report(`${scope.place}/questions`, sentence, hint);
}

function checkUnasked(step: StepManifest, scope: StepScope, report: Report): void {
  const [call] = askedBy(step, scope);
  if (call === undefined) return;
  const hint = t`write "kind": "questions" and "questions": "${call}"`;
  report(`${scope.place}/kind`, t`${step.key} asks questions, and its wrong answers would count for nothing`, hint);
}

function checkExtra(step: StepManifest, pointer: string, report: Report): void {
  const hint = setting(t`add "extra": true`, true, "extra");
  if (explainsAnswers(step) && !step.extra)
    report(pointer, t`${step.key} explains wrong answers, and would be asked without any`, hint);
  if (step.extra && !explainsAnswers(step))
    report(`${pointer}/extra`, t`${step.key} would only be asked after a wrong answer`, removal(t`remove "extra"`));
}

function checkExplanation({ steps }: Manifest, report: Report): void {
  const [first, second] = steps.flatMap((step, index) => (explainsAnswers(step) ? [index] : []));
  if (second !== undefined)
    report(`/steps/${second}/kind`, t`${steps[first!]?.key} explains wrong answers already`, t`remove one of the two`);
  const after = steps.findLast((step, index) => first !== undefined && index > first && isJudged(step));
  if (!after) return;
  const sentence = t`${steps[first!]?.key} explains wrong answers to ${after.key}, which comes later`;
  report(`/steps/${first}`, sentence, t`put it after ${after.key}`);
}

/** The step that explains wrong answers is shown while one of them refers the request. */
export function checkExplained({ manifest: { file }, questions }: ProductFiles, { steps }: Manifest): Finding[] {
  const kinds = ["acceptance_questions", "final_questions", "answer_rules"];
  const judged = kinds.flatMap((kind) => objects(questions?.content[kind]));
  if (judged.some(({ effect = "refer" }) => effect === "refer")) return [];
  const hint = t`remove the step, or write "effect": "refer" at a question`;
  return steps.flatMap((step, index) => {
    const sentence = t`${step.key} is never shown, because no wrong answer refers the request to an underwriter`;
    return explainsAnswers(step) ? [error(file, `/steps/${index}`, sentence, hint)] : [];
  });
}

/** The day from which a request is priced, judged and issued. */
export function checkFirstDay(product: ProductFiles, steps: Steps): Finding[] {
  const block = product.steps.find(({ key }) => key === "request");
  const { required, properties } = steps.request?.schema ?? {};
  const day = properties?.effective_date;
  if (!block || (required?.includes("effective_date") && (!isObject(day) || day.format === "date"))) return [];
  const hint = t`add "effective_date", and give the field "format": "date"`;
  return [error(block.schema.file, "/required", t`a request can be sent without a first day of cover`, hint)];
}

const SENDS = ["quotation", "insurance-policy"] as const;

/** The steps whose blocks are shown at the end: the last one that is always asked, and those after it. Of buttons it reports the first. */
function checkEnds({ steps, flows }: Manifest, report: Report): void {
  if (new Set(steps.map(({ key }) => key)).size < steps.length) return;
  for (const [flow, { hide = [] }] of Object.entries(flows))
    if (SENDS.every((action) => hide.includes(action)))
      report(`/flows/${flow}/hide`, t`nothing can be sent in this flow`, t`remove ${listNames(SENDS, "disjunction")}`);
  const first = steps.findLastIndex(({ extra, when }) => !extra && when === undefined);
  for (const [index, step] of steps.entries()) {
    if (index < first) continue;
    const pointer = `/steps/${index}/sidebar`;
    if (step.sidebar.request === "hidden") {
      const hint = setting(t`write "open"`, "open");
      report(`${pointer}/request`, t`a broker who has filled in everything sees no request block to send`, hint);
    }
    const lacking = SENDS.filter((action) => !step.sidebar.send.includes(action) && findOffering(action, flows));
    if (lacking.length === 0) continue;
    const names = listNames(
      lacking.map((action) => `"${action}"`),
      "conjunction",
    );
    const sentence = t`${findOffering(lacking[0]!, flows)} offers ${names}, and ${step.key}, with which a request ends, has no button for it`;
    report(`${pointer}/send`, sentence, t`add ${names}, or write it in "hide" of the flow`);
    return;
  }
}

const findOffering = (action: SendAction, flows: Manifest["flows"]): string | undefined =>
  Object.entries(flows).find(([, { hide = [] }]) => !hide.includes(action))?.[0];

/** A number of characters that the field never has fetches nothing. */
function checkTriggers({ prefill = [] }: Manifest, steps: Steps, report: Report): void {
  for (const [index, { step, field, length }] of prefill.entries()) {
    const pointer = `/prefill/${index}`;
    if (prefill.findIndex((trigger) => trigger.step === step && trigger.field === field) < index)
      report(pointer, t`${step}.${field} fetches the company already`, t`remove one of the two`);
    const described = findFields(steps[step]).get(field) ?? [];
    if (described.some(({ type }) => type !== "string")) {
      const hint = t`name another`;
      report(`${pointer}/field`, t`${step}.${field} is not a text, so it is never ${length} characters long`, hint);
    }
    const fits = ({ minLength = 0, maxLength = length }: { minLength?: number; maxLength?: number }) =>
      length >= minLength && length <= maxLength;
    const isNumber = described.some(({ format }) => format === "kvk");
    if (!described.every(fits) || (isNumber && length !== KVK_LENGTH))
      report(`${pointer}/length`, t`${step}.${field} is never ${length} characters long`, t`correct the number`);
  }
}
