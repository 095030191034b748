// What becomes of one request by one content, as if it were sent as a policy request today: a verdict, what made it, and what the
// customer would pay in the first year. The background check is no part of a content and is left out.
import { isWarning, shownAt } from "#engine/expressions/warnings.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { termsInYear } from "#engine/values/instalments.ts";
import { type Calculation, calculate, unpricedAnswer } from "#underwriting/calculate.ts";
import { type JudgedRequest, judgeRequest, type ProductRules } from "#underwriting/judgeRequest.ts";
import type { ReplayContent, ReplayProduct } from "./rules.ts";

/** A stored quotation or an open request. */
export interface ReplayRequest {
  number: string;
  product: string;
  answers: RequestAnswers;
  /** The day on which it is judged, and its first day of cover. */
  today: string;
  day: string;
  /** Not everything is answered yet: only the steps that are there are judged. */
  open?: boolean;
}

/** From good to bad. The worst that holds is the verdict. `gone`: the content has no such product. */
export const VERDICTS = ["accepted", "referred", "asked", "refused", "declined", "gone"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What made a verdict: a field with its rule, a wrong answer, a rule over answers, an answer without a price. */
export interface Reason {
  verdict: Exclude<Verdict, "accepted">;
  step: string;
  /** JSON Pointer of a field (`*` for each entry of a list) or a question, or the name of a rule over answers. */
  at: string;
  /**
   * Keyword that a field fails by, or `price` (the tariff has none), `answer` (a wrong answer) or `rule` (a rule over
   * answers).
   */
  rule: string;
}

export interface JudgedReplay {
  verdict: Verdict;
  reasons: Reason[];
  /** In cents, with surcharge, one-off and tax, or null where there is no price. */
  premium: number | null;
}

/** The steps of a request that its product has today. */
function pickSteps({ bundle }: ProductRules, answers: RequestAnswers): RequestAnswers {
  const stepAnswers = bundle.manifest.steps.flatMap(({ key }) => (answers[key] ? [[key, answers[key]] as const] : []));
  return Object.fromEntries(stepAnswers);
}

export function judgeBy(content: ReplayContent, request: ReplayRequest): JudgedReplay {
  const product = content.products.get(request.product);
  if (!product) return { verdict: "gone", reasons: [], premium: null };
  const { today, day } = request;
  const answers = renameRequest(product.bundle.manifest.was, request.answers);
  const judged = judgeRequest(product, pickSteps(product, answers), {
    today,
    day,
    sources: () => product.sources,
  });
  const calculation = calculate(judged.underwriting);
  const reasons = [...wrongAnswers(judged), ...brokenRules(product, { ...request, answers }, judged)];
  if (!calculation && !request.open && !reasons.some(({ rule }) => rule === "required"))
    reasons.push(...withoutPrice(judged));
  const verdict =
    VERDICTS.findLast((candidate) => reasons.some((reason) => reason.verdict === candidate)) ?? "accepted";
  return { verdict, reasons, premium: calculation && costOfYear(calculation) };
}

/** What is paid in the first year: every term with its tax, and what is paid once. */
const costOfYear = ({ total, months, oneOff }: Calculation): number =>
  total * termsInYear(months) + (oneOff?.total ?? 0);

const VERDICT_OF = { refer: "referred", decline: "declined" } as const;

function wrongAnswers({ wrong: { questions, rules } }: JudgedRequest): Reason[] {
  return [
    ...questions.map(({ step, question, effect }) => ({
      verdict: VERDICT_OF[effect],
      step,
      at: `/${question.id}`,
      rule: "answer",
    })),
    ...rules.map(({ name, effect = "refer" }) => ({ verdict: VERDICT_OF[effect], step: "", at: name, rule: "rule" })),
  ];
}

/** A stored request does not contain the explanation. A referred broker gives it then. */
function brokenRules({ bundle }: ReplayProduct, request: ReplayRequest, { errors, context, answers }: JudgedRequest) {
  const block = request.answers.request;
  const askedSteps = bundle.manifest.steps.filter(
    ({ key, extra }) => !extra && (!request.open || request.answers[key]),
  );
  const stepErrors = askedSteps.map(({ key }) => [key, errors[key] ?? []] as const);
  if (block) stepErrors.push(["request", bundle.contracts.request?.(block, { ...context, lists: {} }) ?? []]);
  return stepErrors.flatMap(([step, fieldErrors]) =>
    fieldErrors.map((error): Reason => {
      const at = withoutPositions(shownAt(error), answers[step]);
      const isAsked = error.keyword === "required" || isWarning(error);
      return { verdict: isAsked ? "asked" : "refused", step, at, rule: error.keyword };
    }),
  );
}

// `/sites/2/amount` becomes `/sites/*/amount`: every record of a list breaks the same rule.
function withoutPositions(pointer: string, answers: unknown): string {
  let value = answers;
  const names = pointer.split("/").slice(1);
  const path = names.map((name) => {
    const isEntry = Array.isArray(value);
    value = Object(value)[name];
    return isEntry ? "*" : name;
  });
  return ["", ...path].join("/");
}

function withoutPrice({ underwriting }: JudgedRequest): Reason[] {
  const [step = "", ...path] = unpricedAnswer(underwriting)?.split(".") ?? [];
  return path.length === 0 ? [] : [{ verdict: "refused", step, at: `/${path.join("/")}`, rule: "price" }];
}
