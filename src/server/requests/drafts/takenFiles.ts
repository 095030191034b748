// The files of a quotation go along with its answers into the request that changes, converts or copies it (decisions
// 34). They are files of that request then, because a file is reached through its own request only. Their ids follow
// from its id, so that a request that is not stored yet names the same ones. A file that is not kept any more is left
// out of the answers.
import { sql } from "kysely";
import { defaultFileField, fileAddress } from "#engine/answers/fileFields.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import type { FieldUpload, RequestAnswers } from "#engine/schema/types.ts";
import type { Db } from "../../db/open.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { Place } from "../context.ts";
import { listFiles, replaceInSteps } from "./namedFiles.ts";
import { buildUuid, type NextDraft } from "./nextDraft.ts";
import { isUploadId } from "./uploads.ts";

interface TakenFile extends FieldUpload {
  /** Its id in the request that it was uploaded for. */
  from: string;
}

/** The answers that a request at this place begins with, under the names that their fields have now. */
export const findAnswers = ({ quotation, copied }: Place, { bundle }: LoadedProduct): RequestAnswers =>
  renameRequest(bundle.manifest.was, (quotation ?? copied)?.answers ?? {});

/** A file is taken for the field whose answer names it. */
export async function findTaken(db: Db, routePlace: Place, { id, product }: NextDraft): Promise<TakenFile[]> {
  const named = listFiles(product, findAnswers(routePlace, product)).filter(({ id }) => isUploadId(id));
  if (named.length === 0) return [];
  const fields = new Map(named.map((file) => [file.id, fileAddress(file.step, file.path)]));
  const ofExplanation = defaultFileField(product.bundle);
  const rows = await db
    .selectFrom("uploads")
    .select(["upload_id", "name", "size"])
    .where("upload_id", "in", [...fields.keys()])
    .where("intermediary_number", "=", routePlace.office)
    .orderBy("uploaded_at")
    .execute();
  return rows.map(({ upload_id: from, name, size }) => {
    const field = fields.get(from);
    return {
      from,
      id: buildUuid(JSON.stringify([id, from])),
      name,
      size,
      ...(field === undefined || field === ofExplanation ? {} : { field }),
    };
  });
}

/** The answers, naming the files by the ids that they have in the new request. */
export const withTaken = (product: LoadedProduct, answers: RequestAnswers, taken: readonly TakenFile[]) =>
  replaceInSteps(product, answers, (ids) => {
    const found = taken.flatMap(({ from, id }) => (ids.includes(from) ? [id] : []));
    return found.length > 0 ? found : undefined;
  });

/** Contents outside the database are immutable, so two rows may point to one. */
export async function copyTaken(db: Db, requestId: string, taken: readonly TakenFile[]): Promise<void> {
  for (const { from, id, field = null } of taken) {
    await sql`insert into uploads
      (upload_id, request_id, intermediary_number, name, type, size, sha256, content, location, uploaded_at, field)
      select ${id}, ${requestId}, intermediary_number, name, type, size, sha256, content, location, uploaded_at, ${field}
      from uploads where upload_id = ${from}`.execute(db);
    await sql`insert into upload_contents (upload_id, content)
      select ${id}, content from upload_contents where upload_id = ${from}`.execute(db);
  }
}
