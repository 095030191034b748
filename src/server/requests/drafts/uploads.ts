// Files of a request (decisions 34, 164): one per call, each for one field, at most 10 a field, stored under a lock on the request.
// Ids cannot be guessed, and a file can be reached through its own request only.
import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { type Selectable, sql } from "kysely";
import type { UploadAnswer } from "#api/wire/wireTypes.ts";
import { defaultFileField, findFileField } from "#engine/answers/fileFields.ts";
import { renameAddress } from "#engine/fields/formerNames.ts";
import { FILE_RULES, isAccepted, LARGEST_FILE, MOST_FILES } from "#engine/rules/fileRules.ts";
import type { FieldUpload } from "#engine/schema/types.ts";
import { normaliseText } from "#engine/values/formats.ts";
import type { SessionUser } from "../../auth/user.ts";
import type { Db } from "../../db/open.ts";
import type { Database } from "../../db/tables/schema.ts";
import { runTransaction } from "../../db/transaction.ts";
import { wrongKind } from "../../files/files.ts";
import { invalid, notFound, PortalError } from "../../http/errors/portalError.ts";
import type { OpenRequest, WizardContext } from "../context.ts";
import { buildUuid } from "./nextDraft.ts";

/** Quota for all requests of one relation that are not sent yet: the most that one request may have. */
const MAX_WAITING_BYTES = MOST_FILES * LARGEST_FILE;

/** Whether the database can look an id up. */
export const isUploadId = (id: string): boolean => UPLOAD_ID.test(id);
const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Prefix of the keys that the portal's own pages make, which distinguishes a key from an id. */
export const KEY_PREFIX = "key-";

type UploadRow = Selectable<Database["uploads"]>;

export interface ReceivedFile {
  filename: string;
  content: Buffer;
  /** Idempotency key from the browser: a retry with the same key is the same file. */
  key: string | null;
  /** `<step>.<path>` of the field that it is added to, or null for that of the step that explains answers. */
  field?: string | null;
  /** Logger of the request. */
  log: FastifyBaseLogger;
}

export const tooLarge = () => new PortalError("too_large.file");
const tooLargeForField = (maxSize: number) =>
  new PortalError("too_large.of_field", { values: { max: inMegabytes(maxSize) } });
/** As Dutch and French write it. */
const inMegabytes = (bytes: number) => String(Math.ceil(bytes / 1024 / 10.24) / 100).replace(".", ",");
export const tooMany = () => new PortalError("too_many_files", { values: { max: FILE_RULES.maxFiles } });
const tooManyOfRequest = () => new PortalError("too_many_files.of_request", { values: { max: MOST_FILES } });

export async function storeUpload(
  context: WizardContext,
  open: OpenRequest,
  file: ReceivedFile,
): Promise<UploadAnswer> {
  const field = findField(open, file);
  const { name, mediaType: type, ...measured } = await judgeFile(context, file, open.place.user, LARGEST_FILE);
  const row = {
    upload_id: file.key === null ? crypto.randomUUID() : idOfKey(open, file.key),
    request_id: open.draft.request_id,
    intermediary_number: open.place.office,
    name,
    type,
    ...measured,
    field,
  };
  const answer = { id: row.upload_id, name, size: row.size };
  // Checked before the content is written, as the store may be slow, and again below under the locks.
  if (await isStored(context.db, row)) return answer;
  await refuseFull(context.db, open, row, context.files.mostOfOffice);
  const { location, content } = await context.files.store.keep(file.content);
  await runTransaction(context.db, async (trx) => {
    const request = await trx
      .selectFrom("requests")
      .select("status")
      .where("request_id", "=", row.request_id)
      .forUpdate()
      .executeTakeFirst();
    if (request?.status !== "open") throw notFound();
    if (await isStored(trx, row)) return;
    await lockQuota(trx, row.intermediary_number);
    await refuseFull(trx, open, row, context.files.mostOfOffice);
    const { upload_id } = row;
    await trx
      .insertInto("uploads")
      .values({ ...row, content: null, location })
      .execute();
    if (content) await trx.insertInto("upload_contents").values({ upload_id, content }).execute();
  });
  return answer;
}

/** The field that the file is added to. Refuses a field that takes no files, and a file that the field does not take. */
function findField({ product }: OpenRequest, { field = null, filename, content }: ReceivedFile): string | null {
  const { steps } = product.bundle;
  const address = field ?? defaultFileField(product.bundle);
  const found = address === undefined ? undefined : findFileField(steps, address);
  if (field !== null && !found)
    throw invalid([{ pointer: "/field", keyword: "unknown_field", params: { field: field.slice(0, 200) } }]);
  if (!found) return null;
  const { extensions, maxSize } = found.rules;
  if (content.length > maxSize) throw tooLargeForField(maxSize);
  if (!isAccepted(cleanName(filename), extensions)) throw wrongKind(extensions);
  return field === defaultFileField(product.bundle) ? null : field;
}

/** Serialises the quota check of an office: two concurrent uploads would otherwise both see room for themselves. */
const lockQuota = (db: Db, office: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${office}`}, 0))`.execute(db);

/** @throws {PortalError} for a file that is too large, of the wrong type or infected. */
export async function judgeFile(
  { files }: WizardContext,
  { filename, content, log }: ReceivedFile,
  { intermediary_number: office, login_name: user }: SessionUser,
  maxSize: number = FILE_RULES.maxSize,
) {
  const name = cleanName(filename);
  if (content.length > maxSize) throw tooLargeForField(maxSize);
  const { mediaType } = await files.judge({ name, content, owner: { office, user }, log });
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, mediaType, size: content.length, sha256 };
}

/** Includes the request, so that a key is valid within its request only. */
const idOfKey = ({ draft }: OpenRequest, key: string) => buildUuid(JSON.stringify([draft.request_id, key]));

/** Whether this is a retry of an upload whose response was lost. Throws when the key was used for another file. */
async function isStored(db: Db, row: Pick<UploadRow, "upload_id" | "sha256" | "name" | "field">): Promise<boolean> {
  const upload = await db
    .selectFrom("uploads")
    .select(["sha256", "name", "field"])
    .where("upload_id", "=", row.upload_id)
    .executeTakeFirst();
  if (upload && (upload.sha256 !== row.sha256 || upload.name !== row.name || upload.field !== row.field))
    throw new PortalError("idempotency_conflict.file");
  return upload !== undefined;
}

/** No answer names a file of a record that was removed. A recent one may be named by answers that are not saved yet. */
const isUsed = sql<boolean>`(u.uploaded_at > now() - interval '1 hour' or exists (select from request_steps s
  where s.request_id = u.request_id and position(u.upload_id::text in s.data::text) > 0))`;

/** At most ten files per field, plus a quota per relation and office against requests that are begun and abandoned. */
async function refuseFull(
  db: Db,
  { place, draft }: OpenRequest,
  { size, field }: { size: number; field: string | null },
  maxOfOffice: number,
): Promise<void> {
  const waiting = await db
    .selectFrom("uploads as u")
    .innerJoin("requests as r", "r.request_id", "u.request_id")
    .where("r.intermediary_number", "=", place.office)
    .where("r.status", "!=", "submitted")
    .select(({ fn, eb, and }) => [
      fn
        .countAll<number>()
        .filterWhere(and([eb("r.request_id", "=", draft.request_id), isUsed]))
        .as("files"),
      fn
        .countAll<number>()
        .filterWhere(and([eb("r.request_id", "=", draft.request_id), eb("u.field", "is not distinct from", field)]))
        .as("of_field"),
      // Every temporary request has a number of its own, so those of one user are counted together.
      fn
        .sum<number | null>("u.size")
        .filterWhere(
          draft.temporary
            ? and([eb("r.temporary", "=", true), eb("r.created_by", "=", draft.created_by)])
            : eb("r.address_number", "=", draft.address_number),
        )
        .as("of_relation"),
      fn.sum<number | null>("u.size").as("in_office"),
    ])
    .executeTakeFirstOrThrow();
  if (Number(waiting.of_field) >= FILE_RULES.maxFiles) throw tooMany();
  if (Number(waiting.files) >= MOST_FILES) throw tooManyOfRequest();
  if (Number(waiting.of_relation ?? 0) + size > MAX_WAITING_BYTES) throw new PortalError("quota");
  if (Number(waiting.in_office ?? 0) + size > maxOfOffice) throw new PortalError("quota.office");
}

/** `id`: the file's id, or its key when the response was lost. By key a missing file is no error: it may never have been stored. */
export async function removeUpload(context: WizardContext, open: OpenRequest, id: string): Promise<void> {
  const byKey = id.startsWith(KEY_PREFIX);
  if (!byKey && !isUploadId(id)) throw notFound();
  const gone = await context.db
    .deleteFrom("uploads")
    .where("upload_id", "=", byKey ? idOfKey(open, id) : id)
    .where("request_id", "=", open.draft.request_id)
    .returning("upload_id")
    .executeTakeFirst();
  if (!gone && !byKey) throw notFound();
}

/** With the field that each was added to, under its name of today. The field of the step that explains answers is not named. */
export async function storedUploads(db: Db, { draft, product }: OpenRequest): Promise<FieldUpload[]> {
  const rows = await db
    .selectFrom("uploads")
    .select(["upload_id", "name", "size", "field"])
    .where("request_id", "=", draft.request_id)
    .orderBy("uploaded_at")
    .execute();
  return rows.map(({ upload_id, name, size, field }) => ({
    id: upload_id,
    name,
    size,
    ...(field === null ? {} : { field: renameAddress(product.bundle.manifest.was, field) }),
  }));
}

/** Includes the content, or its location when it is stored outside the database. */
export function readUploads(db: Db, requestId: string, ids: string[]) {
  return (
    db
      .selectFrom("uploads as u")
      .leftJoin("upload_contents as c", "c.upload_id", "u.upload_id")
      .select(["u.upload_id", "u.name", "u.type", "u.location", "u.size"])
      // Older uploads have their content in the row itself.
      .select((expression) => expression.fn.coalesce("c.content", "u.content").as("content"))
      .where("u.request_id", "=", requestId)
      .where("u.upload_id", "in", ids)
      .orderBy("u.uploaded_at")
      .execute()
  );
}

/** Unsafe in a file system or a header, or invisible and able to show the rest of a name in another order. */
const UNSAFE = /["<>|:*?\p{Control}\p{Bidi_Control}\p{Line_Separator}\p{Paragraph_Separator}]/u;

/** How a browser writes these characters in the header of a part of a form (HTML standard, multipart/form-data). */
const ESCAPED = /%(?:22|0D|0A)/gi;
const unescapeName = (name: string): string => name.replace(ESCAPED, decodeURIComponent).replaceAll('"', "'");

/** The last segment of the name, without characters that are unsafe. */
function cleanName(name: string): string {
  const last = normaliseText(unescapeName(name)).split(/[\\/]/).at(-1) ?? "";
  const plain = [...last]
    .filter((sign) => !UNSAFE.test(sign))
    .join("")
    .trim();
  const signs = [...plain];
  return signs.length > 120 ? [...signs.slice(0, 100), ...signs.slice(-20)].join("") : plain || "bestand";
}
