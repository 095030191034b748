// GET /api/requests/{draft}/outcome (ours): what became of a request that was sent, for the address of its outcome
// (decisions 89). Of the own office only; anything else is not there.
import type { FastifyInstance } from "fastify";
import type { OutcomeAnswer } from "#api/wireTypes.ts";
import { describeAnswer } from "../apiSchemas.ts";
import { findUser } from "../auth/user.ts";
import { notFound } from "../portalError.ts";
import type { WizardContext } from "../requests/context.ts";
import { sentRequest } from "../requests/sent.ts";

export function addOutcome(app: FastifyInstance, { db }: WizardContext): void {
  app.get(
    "/api/requests/:draft/outcome",
    { schema: describeAnswer("requests-outcome") },
    async (request): Promise<OutcomeAnswer> => {
      const { draft } = request.params as { draft: string };
      const data = await sentRequest(db, findUser(request).intermediary_number, draft);
      if (!data) throw notFound();
      return { data };
    },
  );
}
