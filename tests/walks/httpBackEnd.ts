// The real application on its embedded database, called without a socket: the browser's own calls (leadFetch.ts). One
// server for all walks. Each walk begins a new request.
import { setQuotationInProgress } from "#api/login/session.ts";
import { createWizardApi, openRequest, restartRequest } from "#api/wizard/wizard.ts";
import type { WizardPlace } from "#api/wizard/wizardPaths.ts";
import type { FlowName } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { type TestServer, TODAY } from "../support/server.ts";
import type { BackEnd, Opened, Stored } from "./backEnd.ts";

export interface HttpFacts {
  server: TestServer;
  office: number;
  product: LoadedProduct;
  flow: FlowName;
  relation?: number | undefined;
  quotation?: number | undefined;
  register: BackEnd["register"];
}

export async function httpBackEnd(facts: HttpFacts): Promise<BackEnd> {
  const { server, office, product, flow, quotation, register } = facts;
  const { db } = server;
  const route: WizardPlace = { product: product.key, intermediary: office, relation: facts.relation ?? 0 };
  let draft = "";
  let api = createWizardApi(route);
  setQuotationInProgress(quotation ?? null);

  /** A quotation that was converted, or is with an underwriter, is there again for the next walk. */
  const reopenQuotation = async () => {
    if (quotation === undefined) return;
    const referred = db.selectFrom("referrals").select("number").where("quotation_number", "=", quotation);
    await db.deleteFrom("referral_events").where("number", "in", referred).execute();
    await db.deleteFrom("referrals").where("quotation_number", "=", quotation).execute();
    await db.updateTable("quotations").set({ status: "O" }).where("number", "=", quotation).execute();
  };
  const relationRow = () =>
    db
      .selectFrom("relations")
      .select("kvk_number")
      .where("relation_number", "=", facts.relation ?? 0)
      .executeTakeFirst();

  async function exists(): Promise<Opened["exists"]> {
    const query = { product: product.key, intermediary: office, ...(quotation === undefined ? {} : { quotation }) };
    if (route.relation === 0) return openRequest(query);
    const opened = await openRequest({ ...query, relation: route.relation });
    // The address of a temporary request that was sent shows its outcome (decisions 89). The next has one of its own.
    return facts.relation === undefined && opened.sent ? openRequest(query) : opened;
  }

  async function open(): Promise<Opened> {
    await reopenQuotation();
    const request = await exists();
    route.relation = request.relation_number;
    draft = request.draft_id ?? "";
    api = createWizardApi({ ...route }, draft, flow);
    return { exists: request, api };
  }

  /** Nothing is stored yet: what a draft begins with that a quotation is changed in. */
  async function toBegin(): Promise<Stored> {
    const { data } = await api.forms();
    const begun = Object.entries(data).filter(([, { meta }]) => meta.revision);
    return Object.fromEntries(begun.map(([step, { data, meta }]) => [step, { data, revision: meta.revision! }]));
  }

  await open();
  if (facts.relation !== undefined) await restartRequest(route);

  return {
    product,
    flow,
    today: TODAY,
    relation: facts.relation === undefined ? null : ((await relationRow()) ?? null),
    quotation: quotation ?? null,
    register,
    open,
    async stored() {
      const rows = await db
        .selectFrom("request_steps")
        .select(["step", "data", "revision"])
        .where("request_id", "=", draft)
        .execute();
      return rows.length > 0 ? Object.fromEntries(rows.map(({ step, ...row }) => [step, row])) : toBegin();
    },
    progress: () => api.progress(),
    premium: (body) => api.premium(body),
    async sent() {
      const { count } = await db
        .selectFrom("submissions")
        .select((q) => q.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
