// Staff of the viewer's own office. An employee of another office answers 404.
import type { FastifyInstance } from "fastify";
import type { UserRow } from "../db/tables/schema.ts";
import { describeAnswer } from "../http/apiSchemas.ts";
import { notFound } from "../http/errors/portalError.ts";
import { wordIn } from "./lists/words.ts";
import type { PortfolioContext, Viewer } from "./viewer.ts";

type Colleague = Pick<UserRow, "login_name" | "full_name" | "email" | "profiles" | "insurance_types">;

export function addEmployeeRoutes(app: FastifyInstance, context: PortfolioContext): void {
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
