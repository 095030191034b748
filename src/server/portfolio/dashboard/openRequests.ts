// The office's saved drafts that can be resumed, for the dashboard. Shows no answers of a draft.
import type { FastifyInstance } from "fastify";
import type { Db } from "../../db/open.ts";
import { describeAnswer } from "../../http/apiSchemas.ts";
import type { PortfolioContext } from "../viewer.ts";

const SHOWN = 50;

export function addOpenRequestRoutes(app: FastifyInstance, context: PortfolioContext): void {
  app.get("/open", { schema: describeAnswer("requests-open") }, async (request) => {
    const viewer = context.viewer(request);
    const rows = await selectOpen(context.db, viewer.intermediary);
    const data = rows.map(({ company, saved_step, saved_at, ...row }) => ({
      ...row,
      relation_name: company,
      step: saved_step,
      saved_at: saved_at?.toISOString() ?? null,
    }));
    return { data, meta: { count: data.length, total: data.length } };
  });
}

const selectOpen = (db: Db, office: number) =>
  db
    .selectFrom("requests as r")
    .leftJoin("relations as n", (join) =>
      join
        .onRef("n.relation_number", "=", "r.relation_number")
        .onRef("n.intermediary_number", "=", "r.intermediary_number"),
    )
    .select(["r.product", "r.intermediary_number", "r.address_number", "r.relation_number", "r.quotation_number"])
    .select(["r.temporary", "r.saved_step", "r.saved_at", "n.company"])
    .where("r.intermediary_number", "=", office)
    .where("r.status", "=", "open")
    .where("r.saved_at", "is not", null)
    .orderBy("r.saved_at", "desc")
    .limit(SHOWN)
    .execute();
