// Registers the calls of the portal's screens, all in one place. Every handler takes the office from the session, never from
// the address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "#engine/schema/types.ts";
import type { UserRow } from "../db/tables/schema.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { notFound } from "../http/errors/portalError.ts";
import { addAnalyticsRoutes, addAttentionRoutes, addOpenRequestRoutes } from "./dashboard.ts";
import { listKinds } from "./lists/listKinds.ts";
import { addListRoutes } from "./lists/listRoutes.ts";
import { wordIn } from "./lists/words.ts";
import { editRelation } from "./relationEdit.ts";
import { sendStoredDocument } from "./storedDocument.ts";
import { addTrailRoutes } from "./trail.ts";
import { numberIn, type PortfolioContext, type Viewer } from "./viewer.ts";

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

// Staff of the viewer's own office. An employee of another office answers 404.

type Colleague = Pick<UserRow, "login_name" | "full_name" | "email" | "profiles" | "insurance_types">;

function addEmployeeRoutes(app: FastifyInstance, context: PortfolioContext): void {
  app.get("/", { schema: describeAnswer("employees-list") }, async (request) => {
    const rows = await colleagues(context, context.viewer(request))
      .orderBy("full_name")
      .orderBy("login_name")
      .execute();
    const data = rows.map((row) => ({ login_name: row.login_name, username: row.full_name, email: row.email }));
    return { success: true, data, meta: { count: data.length, total: data.length } };
  });
  app.get("/:login", { schema: describeAnswer("employees-one"), config: { audit: "all" } }, async (request) => {
    const viewer = context.viewer(request);
    const { login } = request.params as { login: string };
    const row = await colleagues(context, viewer).where("login_name", "=", login).executeTakeFirst();
    if (!row) throw notFound();
    return { data: wireEmployee(row, viewer) };
  });
}

const colleagues = ({ db }: PortfolioContext, viewer: Viewer) =>
  db
    .selectFrom("users")
    .select(["login_name", "full_name", "email", "profiles", "insurance_types"])
    .where("intermediary_number", "=", viewer.intermediary)
    .where("intermediary_number", ">", 0)
    .where("active", "=", true);

function wireEmployee(row: Colleague, { language }: Viewer) {
  return {
    login_name: row.login_name,
    username: row.full_name,
    email: row.email,
    userData: {
      username: row.full_name,
      email: row.email,
      insurance_types: row.insurance_types.map((insuranceType) => wordIn(language, insuranceType)),
      profiles: row.profiles.map((profile) => wordIn(language, profile)),
    },
  };
}
