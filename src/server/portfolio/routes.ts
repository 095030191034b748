// Wires the calls of the portal screens, by hand and in one place. Every call asks who the viewer is; none trusts an office
// or a relation from the address.
import type { FastifyInstance } from "fastify";
import type { JsonObject } from "#engine/types.ts";
import { describeAnswer, describeCall } from "../apiSchemas.ts";
import { addAnalyticsRoutes } from "./analytics.ts";
import { addAttentionRoutes } from "./attention.ts";
import { policyList, quotationList, wireContract, wireQuotation } from "./contractRows.ts";
import { damageList, wireDamage } from "./damageRows.ts";
import { downloadDocument } from "./documentDownload.ts";
import { documentList, wireDocument } from "./documentRows.ts";
import { addEmployeeRoutes } from "./employees.ts";
import { briefInvoice, invoiceList, wireInvoice } from "./invoiceRows.ts";
import { addListRoutes, type ListResource } from "./listRoutes.ts";
import { addOpenRequestRoutes } from "./openRequests.ts";
import { editRelation } from "./relationEdit.ts";
import { briefRelation, relationList, wireRelation } from "./relationRows.ts";
import type { PortfolioContext } from "./viewer.ts";

export async function addPortfolioRoutes(app: FastifyInstance, context: PortfolioContext): Promise<void> {
  const list = <Row>(path: string, resource: ListResource<Row>) =>
    app.register(async (scope) => addListRoutes(scope, { context, resource }), { prefix: `/api/${path}` });

  await list("relations", {
    definition: relationList,
    calls: "relations",
    wire: wireRelation,
    brief: briefRelation,
    lastViewedByDefault: true,
  });
  await list("quotations", { definition: quotationList, calls: "quotations", wire: wireQuotation });
  await list("policies", { definition: policyList, calls: "policies", wire: wireContract });
  await list("damages", { definition: damageList, calls: "damages", wire: wireDamage });
  await list("invoices", { definition: invoiceList, calls: "invoices", wire: wireInvoice, brief: briefInvoice });
  await list("documents", { definition: documentList, calls: "documents", wire: wireDocument, listOnly: true });

  app.post<{ Body: JsonObject }>("/api/relations/edit/:id", { schema: describeCall("relations-edit") }, (request) =>
    editRelation(context, request),
  );
  app.get("/api/documents/:id/download", { schema: describeAnswer("documents-download") }, async (request, reply) =>
    downloadDocument(context, request, reply),
  );
  await app.register(async (scope) => addEmployeeRoutes(scope, context), { prefix: "/api/employees" });
  await app.register(async (scope) => addAnalyticsRoutes(scope, context), { prefix: "/api/analytics" });
  await app.register(async (scope) => addOpenRequestRoutes(scope, context), { prefix: "/api/requests" });
  await app.register(async (scope) => addAttentionRoutes(scope, context), { prefix: "/api/attention" });
}
