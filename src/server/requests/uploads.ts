// Files of a request (decisions 34): one a call, at most 10, stored with the request in one transaction. Ids are random;
// a file is only there for the request that it belongs to.
import { createHash } from "node:crypto";
import type { JsonObject } from "#engine/types.ts";
import type { UploadAnswer, WireError } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import { notFound, PortalError } from "../portalError.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { ALLOWED_EXTENSIONS, fileKind } from "./fileKinds.ts";

const MAX_FILES = 10;
const MAX_BYTES = 2_097_152;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export async function storeUpload(
  context: WizardContext,
  open: OpenRequest,
  file: { filename: string; content: Buffer },
): Promise<UploadAnswer> {
  const name = cleanName(file.filename);
  if (file.content.length > MAX_BYTES)
    throw new PortalError(413, "too_large", "Het bestand is te groot, maximaal 2MB toegestaan.");
  const kind = await fileKind(name, file.content);
  if (!kind) {
    const allowed = ALLOWED_EXTENSIONS.map((one) => `.${one}`).join(", ");
    throw new PortalError(415, "file_type", `Dit bestandstype is niet toegestaan. Toegestaan: ${allowed}.`, {
      extra: { allowed: ALLOWED_EXTENSIONS },
    });
  }
  const row = {
    upload_id: crypto.randomUUID(),
    request_id: open.draft.request_id,
    intermediary_number: open.place.office,
    name,
    type: kind.mediaType,
    size: file.content.length,
    sha256: createHash("sha256").update(file.content).digest("hex"),
    content: file.content,
  };
  await context.db.transaction().execute(async (trx) => {
    const request = await trx
      .selectFrom("requests")
      .select("status")
      .where("request_id", "=", row.request_id)
      .forUpdate()
      .executeTakeFirst();
    if (request?.status !== "open") throw notFound();
    const { count } = await trx
      .selectFrom("uploads")
      .select((q) => q.fn.countAll<number>().as("count"))
      .where("request_id", "=", row.request_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_FILES)
      throw new PortalError(413, "too_many_files", `U kunt maximaal ${MAX_FILES} bestanden meesturen.`);
    await trx.insertInto("uploads").values(row).execute();
  });
  return { id: row.upload_id, name, size: row.size };
}

export async function removeUpload(context: WizardContext, open: OpenRequest, id: string): Promise<void> {
  if (!UUID.test(id)) throw notFound();
  const gone = await context.db
    .deleteFrom("uploads")
    .where("upload_id", "=", id)
    .where("request_id", "=", open.draft.request_id)
    .returning("upload_id")
    .executeTakeFirst();
  if (!gone) throw notFound();
}

const uploadsOf = (db: Db, requestId: string) =>
  db
    .selectFrom("uploads")
    .select(["upload_id", "name", "size"])
    .where("request_id", "=", requestId)
    .orderBy("uploaded_at")
    .execute();

export async function storedUploads(db: Db, requestId: string): Promise<UploadAnswer[]> {
  const rows = await uploadsOf(db, requestId);
  return rows.map(({ upload_id, name, size }) => ({ id: upload_id, name, size }));
}

/** Ids in a step's `file` that belong to no file of this request. */
export async function unknownUploads(db: Db, requestId: string, data: JsonObject): Promise<WireError[]> {
  const ids = Array.isArray(data.file) ? data.file : [];
  if (ids.length === 0) return [];
  const known = new Set((await uploadsOf(db, requestId)).map((one) => one.upload_id));
  return ids.flatMap((id, at) =>
    known.has(String(id)) ? [] : [{ pointer: `/file/${at}`, keyword: "upload", params: { id } }],
  );
}

/** The last part of a name, without what a file system or a header could trip over. */
function cleanName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const plain = [...last]
    .filter((sign) => sign >= " " && !'"<>|:*?\u007f\u202e'.includes(sign))
    .join("")
    .trim();
  return plain.length > 120 ? `${plain.slice(0, 100)}${plain.slice(-20)}` : plain || "bestand";
}
