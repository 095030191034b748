// The acts on fields and steps that change every file that names them: taking them out, giving a field another name or another step.
// The content plans them.
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { ContentIndex } from "#content/names/contentIndex.ts";
import { planMove } from "#content/names/move/moveField.ts";
import { planRemoval, type RemovalPlan } from "#content/names/removeField.ts";
import { planStepRemoval } from "#content/names/removeStep.ts";
import { planRename } from "#content/names/rename/rename.ts";
import type { Language } from "#engine/schema/types.ts";
import { sentence, text, whole } from "./bodies.ts";
import { type AnswerPatch, type ChangedFiles, type Patcher, PatchRefused } from "./patch.ts";

/** What becomes of the places that name what is deleted. */
export type RemovalUses = Pick<RemovalPlan, "uses">;

/** What changes: fields of a step, by the names that lead to each, and the step itself where it goes too. */
export interface FieldChange {
  step: string;
  fields: string[];
  isStep?: boolean;
  to?: string;
  toStep?: string;
  merge?: string;
}

interface Route {
  Params: { product: string };
}
interface RemovalRoute extends Route {
  Querystring: { step: string; fields: string; isStep?: boolean };
}
interface ChangeRoute extends Route {
  Body: FieldChange & { sentence: Record<Language, string> };
}

interface Parts {
  index: ContentIndex;
  patcher: Patcher;
  answer: AnswerPatch;
}

export function addFieldChanges(app: FastifyInstance, { index, patcher, answer }: Parts): void {
  app.get<RemovalRoute>("/studio/products/:product/removal", async ({ params, query: { step, fields, isStep } }) => {
    const address = { ...params, step };
    const plans = fields
      .split(",")
      .filter(Boolean)
      .map((field) => planRemoval(index, { ...address, field }));
    if (isStep) plans.push(planStepRemoval(index, address));
    const uses = Map.groupBy(
      plans.flatMap((plan) => plan.uses),
      ({ file, line, column }) => `${file}:${line}:${column}`,
    );
    // What one of them computes with goes where another one takes it along.
    return { uses: [...uses.values()].map((same) => same.find(({ goes }) => goes) ?? same[0]!) } satisfies RemovalUses;
  });
  app.post<ChangeRoute>(
    "/studio/products/:product/field",
    { schema: { body: CHANGE } },
    async ({ params, body: { sentence: words, merge = randomUUID(), ...change } }) => {
      const written: ChangedFiles = {};
      try {
        // Each is planned on the files as the one before it left them, and all are one act.
        for (const plan of listPlans(index, { ...params, ...change }))
          Object.assign(written, patcher.replace(plan(), { sentence: words, merge }));
      } catch (reason) {
        if (patcher.journal.last?.merge === merge) patcher.undo();
        throw reason;
      }
      return answer(written);
    },
  );
}

function listPlans(index: ContentIndex, change: FieldChange & { product: string }): (() => ChangedFiles)[] {
  const { product, step, fields, isStep, to, toStep } = change;
  const plans = fields.map((field) => (): ChangedFiles => {
    const address = { product, step, field };
    if (toStep !== undefined) return accept(planMove(index, { ...address, toStep }));
    if (to === undefined) return planRemoval(index, address).changed;
    const { changes } = accept(planRename(index, { ...address, to }));
    return Object.fromEntries(changes.map(({ file, text }) => [file, text]));
  });
  return isStep ? [...plans, () => planStepRemoval(index, { product, step }).changed] : plans;
}

/** A plan that is a sentence cannot be made. */
function accept<Plan extends object>(plan: Plan | string): Plan {
  if (typeof plan === "string") throw new PatchRefused("shape", "", "", plan);
  return plan;
}

const CHANGE = whole(
  { sentence, step: text, fields: { type: "array", items: text } },
  { isStep: { type: "boolean" }, to: text, toStep: text, merge: text },
);
