// The acts on a field that change every file that names it: taking it out and giving it another name. The content plans them.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ContentIndex } from "#content/names/contentIndex.ts";
import { planRemoval, type RemovalPlan } from "#content/names/removeField.ts";
import { planRename } from "#content/names/rename/rename.ts";
import type { Language } from "#engine/schema/types.ts";
import { type ChangedFiles, type Patcher, PatchRefused } from "./patch.ts";

/** What becomes of the places that name a field when it is deleted. */
export type RemovalUses = Pick<RemovalPlan, "uses">;

interface RemovalRoute {
  Params: { product: string };
  Querystring: { step: string; field: string };
}

interface ChangeRoute {
  Params: { product: string };
  Body: { sentence: Record<Language, string>; step: string; field: string; to?: string };
}

interface Parts {
  index: ContentIndex;
  patcher: Patcher;
  answer(reply: FastifyReply, patch: () => ChangedFiles): unknown;
}

export function addFieldChanges(app: FastifyInstance, { index, patcher, answer }: Parts): void {
  app.get<RemovalRoute>(
    "/studio/products/:product/removal",
    async ({ params, query }) => ({ uses: planRemoval(index, { ...params, ...query }).uses }) satisfies RemovalUses,
  );
  app.post<ChangeRoute>(
    "/studio/products/:product/field",
    { schema: { body: CHANGE } },
    async ({ params, body: { sentence, to, ...address } }, reply) =>
      answer(reply, () => {
        const field = { ...params, ...address };
        const changed = to === undefined ? planRemoval(index, field).changed : rename(index, { ...field, to });
        return patcher.replace(changed, { sentence });
      }),
  );
}

function rename(index: ContentIndex, wanted: Parameters<typeof planRename>[1]): ChangedFiles {
  const plan = planRename(index, wanted);
  if (typeof plan === "string") throw new PatchRefused("shape", "", "", plan);
  return Object.fromEntries(plan.changes.map(({ file, text }) => [file, text]));
}

const text = { type: "string" };
const CHANGE = {
  type: "object",
  properties: {
    sentence: { type: "object", properties: { nl: text, fr: text }, required: ["nl", "fr"] },
    step: text,
    field: text,
    to: text,
  },
  required: ["sentence", "step", "field"],
};
