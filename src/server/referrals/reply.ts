// The broker's side of a referral, shown at its quotation: the status, the underwriter's question, and the reply with
// its files. A file is stored as a document of the relation at once. The reply names the files that belong to it.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { QuotationReferral, ReferralReply, UploadAnswer } from "#api/wire/wireTypes.ts";
import { FILE_RULES } from "#engine/rules/fileRules.ts";
import type { Language } from "#engine/schema/types.ts";
import { findLanguage, findUser, type SessionUser } from "../auth/user.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { invalid, notFound, PortalError } from "../http/errors/portalError.ts";
import { statusLabel } from "../portfolio/lists/words.ts";
import { numberIn } from "../portfolio/viewer.ts";
import type { WizardContext } from "../requests/context.ts";
import { buildUuid } from "../requests/drafts/nextDraft.ts";
import { judgeFile, KEY_PREFIX, type ReceivedFile, tooMany } from "../requests/drafts/uploads.ts";
import { receiveFile } from "../requests/routes.ts";
import { listCauses } from "../requests/sending/content/reasons.ts";
import { findSent, recordStep } from "./context.ts";
import { addToHistory, isRepeat, readHistory, wireHistory } from "./history.ts";
import type { Referral } from "./referralRows.ts";

const QUOTATION = "/api/quotations/:id/referral";

export function addReplyRoutes(app: FastifyInstance, context: WizardContext): void {
  const who = (request: FastifyRequest) => ({
    user: findUser(request),
    quotation: numberIn((request.params as { id: string }).id),
    call: request.id,
  });
  const state = async (request: FastifyRequest) => {
    const { user, quotation } = who(request);
    const language = findLanguage(request);
    return { data: await readQuotationReferral(context, user.intermediary_number, quotation, language) };
  };
  app.get(QUOTATION, { schema: describeAnswer("quotations-referral"), config: { audit: "all" } }, state);

  app.post<{ Body: ReferralReply }>(
    QUOTATION,
    { schema: describeCall("quotations-referral"), config: { audit: "refusals" } },
    async (request) => {
      await reply(context, who(request), request.body);
      return state(request);
    },
  );

  app.post(
    `${QUOTATION}/files`,
    { schema: describeAnswer("wizard-upload"), config: { file: true, audit: "all" } },
    async (request) => {
      // Checked before the body is read.
      await refuseUnreferred(context, who(request));
      return storeReplyFile(context, who(request), await receiveFile(request));
    },
  );

  app.delete(`${QUOTATION}/files/:file`, { config: { audit: "all" } }, async (request, answer) => {
    await removeReplyFile(context, who(request), (request.params as { file: string }).file);
    return answer.code(204).send();
  });
}

async function findOwn(db: Db, office: number, quotation: number, lock = false): Promise<Referral | undefined> {
  const query = db
    .selectFrom("referrals")
    .selectAll()
    .where("quotation_number", "=", quotation)
    .where("intermediary_number", "=", office);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Null when the quotation was never referred. Throws 404 for a quotation of another office. */
async function readQuotationReferral(
  context: WizardContext,
  office: number,
  quotation: number,
  language: Language,
): Promise<QuotationReferral | null> {
  const { db, portfolio } = context;
  const referral = await findOwn(db, office, quotation);
  if (!referral && !(await portfolio.findQuotation(db, office, quotation))) throw notFound();
  if (!referral) return null;
  const history = await readHistory(db, referral.number);
  const hasQuestion = referral.status === "V";
  return {
    number: referral.number,
    status: referral.status,
    status_label: statusLabel(language, "referral", referral.status),
    ...(await readCauses(context, referral, language)),
    question: hasQuestion ? (history.findLast(({ kind }) => kind === "asked")?.text ?? null) : null,
    revision: history.length,
    policy_number: referral.policy_number,
    files: hasQuestion ? await readWaitingFiles(db, referral) : [],
    history: wireHistory(history, false),
  };
}

/** As the underwriter reads them, without the background check. There are none where the release is no longer available. */
async function readCauses(context: WizardContext, referral: Referral, language: Language) {
  const sent = await findSent(context, context.db, referral, language);
  return sent ? listCauses({ ...sent, language, fileNames: new Map() }) : { wrong_questions: [], reasons: [] };
}

/** Files stored for the next reply, also by colleagues: they count towards its limit, so the broker must see them. */
const readWaitingFiles = (db: Db, { number }: Referral): Promise<UploadAnswer[]> =>
  db
    .selectFrom("referral_files")
    .select(["file_id as id", "name", "size"])
    .where("number", "=", number)
    .orderBy("at")
    .orderBy("file_id")
    .execute();

interface ReplyInput {
  user: SessionUser;
  quotation: number;
  call: string;
}

async function reply(context: WizardContext, who: ReplyInput, order: ReferralReply): Promise<void> {
  const { user, quotation, call } = who;
  const text = order.text.trim();
  if (!text) throw invalid([{ pointer: "/text", keyword: "required", params: {} }]);
  await runTransaction(context.db, async (db) => {
    const referral = await findOwn(db, user.intermediary_number, quotation, true);
    if (!referral) throw notFound();
    const history = await readHistory(db, referral.number);
    if (isRepeat(history, { kind: "answered", text, login_name: user.login_name })) return;
    if (referral.status !== "V" || order.revision !== history.length) throw new PortalError("conflict.reply");
    const files = await takeFiles(db, referral, order.files ?? []);
    const now = context.clock.now();
    await addToHistory(db, referral, { at: now, kind: "answered", user, text, files });
    await db
      .updateTable("referrals")
      .set({ status: "R", waits_since: now })
      .where("number", "=", referral.number)
      .execute();
    const { intermediary_number } = referral;
    await context.portfolio.setQuotationStatus(
      db,
      { number: quotation, intermediary_number },
      { status: "B", last_modified_description: "Vraag van de acceptant beantwoord" },
    );
    await recordStep(context, db, referral, { type: "portal.question.answered", status: "B" });
    await context.mailUnderwriters(db, "answered", { call, number: referral.number });
    await writeAudit(db, {
      login: user.login_name,
      office: user.intermediary_number,
      action: "referral answered",
      object: String(referral.number),
      detail: { call, files: files.length },
    });
  });
  context.handover.wake();
}

/** Removes the files that the reply names from the waiting ones, and returns them. */
async function takeFiles(db: Db, { number }: Referral, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom("referral_files")
    .where("number", "=", number)
    .where("file_id", "in", ids)
    .returning(["file_id", "document_id as id", "name"])
    .execute();
  const storedIds = new Set(rows.map(({ file_id }) => file_id));
  const lost = ids.findIndex((id) => !storedIds.has(id));
  if (lost >= 0) throw invalid([{ pointer: `/files/${lost}`, keyword: "upload", params: { id: ids[lost] ?? "" } }]);
  return rows.map(({ id, name }) => ({ id, name }));
}

async function refuseUnreferred({ db }: WizardContext, { user, quotation }: ReplyInput): Promise<void> {
  if (!(await findOwn(db, user.intermediary_number, quotation))) throw notFound();
}

async function storeReplyFile(
  context: WizardContext,
  { user, quotation }: ReplyInput,
  file: ReceivedFile,
): Promise<UploadAnswer> {
  const { name, mediaType, size, sha256 } = await judgeFile(context, file, user);
  // Before the transaction, because the file store may be slow.
  const storedContent = await context.files.store.keep(file.content);
  return runTransaction(context.db, async (db) => {
    const referral = await findOwn(db, user.intermediary_number, quotation, true);
    if (!referral) throw notFound();
    if (referral.status !== "V") throw new PortalError("conflict.reply");
    const { number, quotation_number, intermediary_number, relation_number } = referral;
    const id = file.key === null ? crypto.randomUUID() : idOfKey(number, file.key);
    const stored = await db.selectFrom("referral_files").selectAll().where("number", "=", number).execute();
    const same = stored.find(({ file_id }) => file_id === id);
    if (same && same.sha256 !== sha256) throw new PortalError("idempotency_conflict.file");
    if (same) return { id, name, size };
    if (stored.length >= FILE_RULES.maxFiles) throw tooMany();
    const document_id = await context.portfolio.storeDocument(db, {
      relation_number,
      contract_number: quotation_number,
      intermediary_number,
      description: "Antwoord op een vraag van de acceptant",
      name,
      type: name.split(".").at(-1)?.toLowerCase() ?? "",
      mediaType,
      size,
      kept: storedContent,
    });
    await db
      .insertInto("referral_files")
      .values({ file_id: id, number, intermediary_number, document_id, name, size, sha256 })
      .execute();
    return { id, name, size };
  });
}

/** Includes the referral, so that a key is valid within its referral only. */
const idOfKey = (number: number, key: string) => buildUuid(JSON.stringify([number, key]));

/**
 * Deletes a waiting file with its document. `id`: the file's id, or its key when the response was lost. By key a missing file is no
 * error: it may never have been stored.
 */
async function removeReplyFile({ db }: WizardContext, { user, quotation }: ReplyInput, id: string): Promise<void> {
  const byKey = id.startsWith(KEY_PREFIX);
  if (!byKey && !/^[0-9a-f-]{36}$/.test(id)) throw notFound();
  await runTransaction(db, async (trx) => {
    const referral = await findOwn(trx, user.intermediary_number, quotation, true);
    if (!referral) throw notFound();
    const gone = await trx
      .deleteFrom("referral_files")
      .where("file_id", "=", byKey ? idOfKey(referral.number, id) : id)
      .where("number", "=", referral.number)
      .where("intermediary_number", "=", user.intermediary_number)
      .returning("document_id")
      .executeTakeFirst();
    if (!gone && !byKey) throw notFound();
    if (gone) await trx.deleteFrom("documents").where("id", "=", gone.document_id).execute();
  });
}
