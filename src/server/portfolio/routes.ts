// Registers the calls of the portal's screens, all in one place. Every handler takes the office from the session, never from
// the address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "#engine/schema/types.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { addAnalyticsRoutes } from "./dashboard/analytics.ts";
import { addAttentionRoutes } from "./dashboard/attention.ts";
import { addOpenRequestRoutes } from "./dashboard/openRequests.ts";
import { addEmployeeRoutes } from "./employees.ts";
import { listKinds } from "./lists/listKinds.ts";
import { addListRoutes } from "./lists/listRoutes.ts";
import { editRelation } from "./relationEdit.ts";
import { sendStoredDocument } from "./storedDocument.ts";
import { addTrailRoutes } from "./trail.ts";
import { numberIn, type PortfolioContext } from "./viewer.ts";

export async function addPortfolioRoutes(app: FastifyInstance, context: PortfolioContext): Promise<void> {
  for (const kind of listKinds)
    await app.register(async (scope) => addListRoutes(scope, { context, kind }), { prefix: `/api/${kind.path}` });

  app.post<{ Body: JsonObject }>(
    "/api/relations/edit/:id",
    { schema: describeCall("relations-edit"), config: { audit: "refusals" } },
    (request) => editRelation(context, request),
  );
  app.get(
    "/api/documents/:id/download",
    { schema: describeAnswer("documents-download"), config: { audit: "all" } },
    async (request, reply) => downloadDocument(context, request, reply),
  );
  await app.register(async (scope) => addEmployeeRoutes(scope, context), { prefix: "/api/employees" });
  await app.register(async (scope) => addAnalyticsRoutes(scope, context), { prefix: "/api/analytics" });
  await app.register(async (scope) => addOpenRequestRoutes(scope, context), { prefix: "/api/requests" });
  await app.register(async (scope) => addAttentionRoutes(scope, context), { prefix: "/api/attention" });
  await app.register(async (scope) => addTrailRoutes(scope, context), { prefix: "/api/audit" });
}

async function downloadDocument(context: PortfolioContext, request: FastifyRequest, reply: FastifyReply) {
  const id = numberIn((request.params as { id: string }).id);
  return sendStoredDocument(context, reply, { id, office: context.viewer(request).intermediary });
}
