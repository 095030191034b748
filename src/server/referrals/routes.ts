// The calls of the underwriters' pages. Those of the broker at a referred quotation are in `reply.ts`. auth/guard.ts
// decides who may call them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReferralDecision, Referral as ReferralPage } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { findLanguage, findUser } from "../auth/user.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { notFound } from "../http/errors/portalError.ts";
import { addListRoutes } from "../portfolio/lists/listRoutes.ts";
import { amountsInEuros } from "../portfolio/lists/wording.ts";
import { sendStoredDocument } from "../portfolio/storedDocument.ts";
import { numberIn, type PortfolioContext } from "../portfolio/viewer.ts";
import type { WizardContext } from "../requests/context.ts";
import { readFileNames } from "../requests/drafts/namedFiles.ts";
import { listWithTables, nameSubject } from "../requests/sending/content/answerSections.ts";
import { labelAmounts } from "../requests/sending/content/contractContent.ts";
import { findInsured } from "../requests/sending/content/insured.ts";
import { listCauses } from "../requests/sending/content/reasons.ts";
import { findReferral, readSent } from "./context.ts";
import { decide } from "./decide.ts";
import { readHistory, wireHistory } from "./history.ts";
import { referralList, wireReferral } from "./referralRows.ts";
import { addReplyRoutes } from "./reply.ts";

const readNumber = (request: FastifyRequest) => numberIn((request.params as { id: string }).id);

export async function addReferralRoutes(
  app: FastifyInstance,
  context: WizardContext,
  portfolio: PortfolioContext,
): Promise<void> {
  await app.register(async (scope) => addListRoutes(scope, { context: portfolio, kind: referralList }), {
    prefix: "/api/referrals",
  });
  addUnderwriterSide(app, context);
  addReplyRoutes(app, context);
}

const AMOUNTS = [
  "premium_total",
  "one_off_total",
  "insured_amount_per_claim",
  "insured_amount_per_year",
  "own_risk",
] as const;

/** One referral in full, in the underwriter's language: the reasons, the answers, the premium and the history. */
async function readReferralPage(context: WizardContext, number: number, language: Language): Promise<ReferralPage> {
  const { db } = context;
  const referral = await findReferral(db, number);
  const { product, evaluation, quotation, day } = await readSent(context, db, referral, language);
  const history = await readHistory(db, number);
  const contract = await db
    .selectFrom("quotations")
    .select([...AMOUNTS, "period"])
    .where("number", "=", quotation.number)
    .executeTakeFirstOrThrow();
  const { intermediary_number: office, relation_number } = referral;
  const relation = await context.portfolio.findRelation(db, office, relation_number);
  const fileNames = await readFileNames(db, office, product, evaluation.answers);
  const facts = { product, evaluation, language, fileNames };
  return {
    ...wireReferral(referral, language),
    quotation_number: quotation.number,
    policy_number: referral.policy_number,
    revision: history.length,
    kvk_number: relation ? findInsured(evaluation.answers, relation).kvk_number : null,
    start_date: day,
    ...amountsInEuros("quotation", contract),
    labels: labelAmounts(facts),
    background: referral.background,
    screened: referral.screened.flatMap(({ result, ...subject }) =>
      result === "clear" ? [] : [{ result, who: nameSubject(facts, subject) }],
    ),
    ...listCauses(facts),
    explanation: history[0]?.text ?? null,
    answers: listWithTables(facts),
    history: wireHistory(history, true),
  };
}

function addUnderwriterSide(app: FastifyInstance, context: WizardContext): void {
  const page = async (request: FastifyRequest) => ({
    data: await readReferralPage(context, readNumber(request), findLanguage(request)),
  });
  app.get("/api/referrals/:id", { schema: describeAnswer("referrals-one"), config: { audit: "all" } }, page);

  app.post<{ Body: ReferralDecision }>(
    "/api/referrals/:id/decision",
    { schema: describeCall("referrals-one"), config: { audit: "refusals" } },
    async (request) => {
      const who = { user: findUser(request), call: request.id, language: findLanguage(request) };
      await decide(context, { ...who, number: readNumber(request) }, request.body);
      return page(request);
    },
  );

  app.get(
    "/api/referrals/:id/files/:file",
    { schema: describeAnswer("documents-download"), config: { audit: "all" } },
    async (request, reply) => {
      const file = numberIn((request.params as { file: string }).file);
      const history = await readHistory(context.db, readNumber(request));
      const entry = history.find(({ files }) => files.some(({ id }) => id === file));
      if (!entry) throw notFound();
      const { db, files } = context;
      return sendStoredDocument({ db, files: files.store }, reply, { id: file, office: entry.intermediary_number });
    },
  );
}
