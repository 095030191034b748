// What the page of a quotation or policy shows beside its row: documents, the quotation of a policy, the lines of its premium and the
// answers that were sent. Our own calls: a portal without them shows the row alone.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { ContractDetails, DocumentAnswer } from "#api/wire/wireTypes.ts";
import type { Answers, Language } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { toEuros } from "#underwriting/decimal.ts";
import { findLanguage, findUser } from "../../auth/user.ts";
import type { Db } from "../../db/open.ts";
import { describeAnswer } from "../../http/apiSchemas.ts";
import { notFound } from "../../http/errors/portalError.ts";
import { documentList } from "../../portfolio/lists/documentRows.ts";
import { numberIn } from "../../portfolio/viewer.ts";
import type { WizardContext } from "../context.ts";
import { readFileNames } from "../drafts/namedFiles.ts";
import type { Evaluation } from "../evaluate.ts";
import { premiumAnswer } from "../premium/premiumAnswer.ts";
import { listWithTables } from "../sending/content/answerSections.ts";
import { labelAmounts } from "../sending/content/contractContent.ts";
import { evaluateSent, type SentAnswers } from "./sentAnswers.ts";

export function addContractDetails(app: FastifyInstance, context: WizardContext): void {
  for (const list of ["quotations", "policies"] as const)
    app.get(
      `/api/${list}/:id/details`,
      { schema: describeAnswer("contract-details"), config: { audit: "all" } },
      async (request) => ({ data: await readDetails(context, list, request) }),
    );
}

type List = "quotations" | "policies";

interface Contract {
  number: number;
  relation_number: number;
  intermediary_number: number;
  status: string | null;
  start_date: string;
  premium: number;
  premium_total: number;
  one_off_total: number | null;
}

async function readDetails(context: WizardContext, list: List, request: FastifyRequest): Promise<ContractDetails> {
  const { db } = context;
  const office = findUser(request).intermediary_number;
  const language = findLanguage(request);
  const number = numberIn((request.params as { id: string }).id);
  const contract = await findContract(db, list, office, number);
  if (!contract) throw notFound();
  const [documents, quotation, sent] = await Promise.all([
    readDocuments(context, contract, language),
    list === "policies" ? findQuotation(db, contract) : null,
    list === "policies" ? findSentPolicy(db, contract) : findSentQuotation(db, contract),
  ]);
  const answers = sent ?? (quotation ? await findSentQuotation(db, { ...contract, number: quotation }) : undefined);
  const evaluated = answers && (await evaluateSent(context, answers, language));
  const fileNames = evaluated
    ? await readFileNames(db, office, evaluated.product, evaluated.evaluation.answers)
    : new Map<string, string>();
  return {
    documents,
    quotation_number: quotation,
    premium: evaluated ? findPremium(evaluated, contract, language) : null,
    labels: evaluated ? labelAmounts({ ...evaluated, language }) : {},
    answers: evaluated ? listWithTables({ ...evaluated, language, fileNames }) : [],
    underwriter: contract.status === "O" && evaluated !== undefined && isForUnderwriter(evaluated.evaluation),
  };
}

async function findContract(db: Db, list: List, office: number, number: number): Promise<Contract | undefined> {
  const status = list === "quotations" ? sql`status` : sql`null`;
  const { rows } =
    await sql<Contract>`select number, relation_number, intermediary_number, ${status} as status, start_date,
    premium, premium_total, one_off_total from ${sql.table(list)}
    where number = ${number} and intermediary_number = ${office}`.execute(db);
  return rows[0];
}

/** The newest first. Those of its referral, with the files of the request and of replies, are its own, also when it became a policy. */
async function readDocuments({ db, provider }: WizardContext, contract: Contract, language: Language) {
  const { number, intermediary_number: office } = contract;
  type Row = Omit<DocumentAnswer, "download">;
  const { rows } = await sql<Row>`select ${documentList.columns} from documents t
    where t.intermediary_number = ${office} and (
      t.contract_number in (select ${number}::bigint union select r.number from referrals r
        where (r.quotation_number = ${number} or r.policy_number = ${number}) and r.intermediary_number = ${office})
      or t.id in (select (file ->> 'id')::bigint from referrals r join referral_events e using (number),
          jsonb_array_elements(e.files) file
        where r.policy_number = ${number} and r.intermediary_number = ${office}))
    order by t.upload_date desc, t.id desc`.execute(db);
  const newerOnes = new Map<string, number>();
  const sendings = await db
    .selectFrom("submissions")
    .select("sent_at")
    .where("intermediary_number", "=", office)
    .where("number", "=", String(number))
    .orderBy("sent_at", "desc")
    .execute();
  return rows.map((row) => {
    // Each sending writes a document of the same name, which replaces the one before.
    const newer = newerOnes.get(row.file_name) ?? 0;
    newerOnes.set(row.file_name, newer + 1);
    const replacing = newer > 0 ? sendings[newer - 1] : undefined;
    const replaced = replacing && { replaced_at: new Date(replacing.sent_at).toISOString() };
    return { ...documentList.wire(row, { language, provider }), ...replaced };
  });
}

/** The quotation that became this policy. */
async function findQuotation(db: Db, { number, relation_number, intermediary_number }: Contract) {
  const quotation = await db
    .selectFrom("quotations")
    .select("number")
    .where("relation_number", "=", relation_number)
    .where("intermediary_number", "=", intermediary_number)
    .where("policy_number", "=", number)
    .executeTakeFirst();
  return quotation?.number ?? null;
}

async function findSentQuotation(db: Db, { number, start_date }: Contract): Promise<SentAnswers | undefined> {
  const quotation = await db
    .selectFrom("quotation_answers as a")
    .innerJoin("quotations as q", "q.number", "a.number")
    .select(["a.product_key", "a.release", "a.answers", "q.date as sent"])
    .where("a.number", "=", number)
    .executeTakeFirst();
  return quotation && { ...quotation, day: start_date };
}

/** The answers of the request that was sent for it. An underwriter's policy has those of its quotation. */
async function findSentPolicy(db: Db, contract: Contract): Promise<SentAnswers | undefined> {
  const request = await db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["r.request_id", "r.product as product_key", "r.release", "s.sent_at"])
    .where("s.number", "=", String(contract.number))
    .where("s.action", "=", "insurance-policy")
    .where("r.intermediary_number", "=", contract.intermediary_number)
    .executeTakeFirst();
  if (!request) return undefined;
  const { request_id, sent_at, ...product } = request;
  const steps = await db
    .selectFrom("request_steps")
    .select(["step", "data"])
    .where("request_id", "=", request_id)
    .execute();
  const answers = Object.fromEntries(steps.map(({ step, data }) => [step, data as Answers]));
  return { ...product, answers, sent: dayAtInstant(new Date(sent_at).getTime()), day: contract.start_date };
}

type SentEvaluation = NonNullable<Awaited<ReturnType<typeof evaluateSent>>>;

/** Null when it is not what was agreed: the tariff may have been that of another release. */
function findPremium(
  { product, evaluation }: SentEvaluation,
  contract: Contract,
  language: Language,
): ContractDetails["premium"] {
  const { premium } = premiumAnswer(product, evaluation.underwriting, language);
  const { lines } = premium;
  const agreed = [contract.premium, contract.premium_total, contract.one_off_total ?? 0].map(toEuros);
  const computed = lines && [lines.annual, lines.total, lines.one_off?.total ?? 0];
  return computed && agreed.every((amount, index) => amount === computed[index]) ? premium : null;
}

/** With these answers a policy is not issued before an underwriter has seen them. */
const isForUnderwriter = ({ judgement: { acceptance, final, rules } }: Evaluation): boolean =>
  acceptance.length + final.length + rules.length > 0;
