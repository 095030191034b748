// The files of a quotation go along with its answers into the request that changes, converts or copies it (decisions
// 34). They are files of that request then, because a file is reached through its own request only. Their ids follow
// from its id, so that a request that is not stored yet names the same ones. A file whose upload was deleted is taken from
// the archive, which keeps it as long as the quotation. One that is lost stays in the answers, so that its field is refused.
import { sql } from "kysely";
import { defaultFileField, fileAddress } from "#engine/answers/fileFields.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import type { FieldUpload, RequestAnswers } from "#engine/schema/types.ts";
import { listFiles } from "#underwriting/sending.ts";
import type { Db } from "../../db/open.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { Place } from "../context.ts";
import { replaceInSteps } from "./namedFiles.ts";
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
  const { rows } = await sql<{ from: string; name: string; size: number }>`
    select upload_id as "from", name, size from (
      select upload_id, name, size, uploaded_at, 0::bigint as number from uploads
        where upload_id = any(${[...fields.keys()]}::uuid[]) and intermediary_number = ${routePlace.office}
      union all select d.upload_id, d.name, d.file_size, d.upload_date, d.id from documents d
        where d.upload_id = any(${[...fields.keys()]}::uuid[]) and d.intermediary_number = ${routePlace.office}
          and not exists (select from uploads u where u.upload_id = d.upload_id)
    ) f order by uploaded_at, number`.execute(db);
  return rows.map((file) => {
    const field = fields.get(file.from);
    return {
      ...file,
      id: buildUuid(JSON.stringify([id, file.from])),
      ...(field === undefined || field === ofExplanation ? {} : { field }),
    };
  });
}

/**
 * The answers, naming the files by the ids that they have in the new request. A lost file keeps the id that it had. The files of
 * sample quotations never existed and are left out.
 */
export const withTaken = (product: LoadedProduct, answers: RequestAnswers, taken: readonly TakenFile[]) =>
  replaceInSteps(product, answers, (ids) => {
    const files = ids.filter(isUploadId).map((id) => taken.find(({ from }) => from === id)?.id ?? id);
    return files.length > 0 ? files : undefined;
  });

/** Contents outside the database are immutable, so two rows may point to one. The archive has no hash of a file. */
export async function copyTaken(db: Db, requestId: string, taken: readonly TakenFile[]): Promise<void> {
  for (const { from, id, field = null } of taken) {
    await sql`insert into uploads
      (upload_id, request_id, intermediary_number, name, type, size, sha256, content, location, uploaded_at, field)
      select ${id}::uuid, ${requestId}::uuid, intermediary_number, name, type, size, sha256, content, location, uploaded_at,
          ${field}::text
        from uploads where upload_id = ${from}
      union all select ${id}::uuid, ${requestId}::uuid, intermediary_number, name, media_type, file_size, '', null, location,
          clock_timestamp(), ${field}::text
        from documents where upload_id = ${from} and not exists (select from uploads where upload_id = ${from})
      limit 1`.execute(db);
    await sql`insert into upload_contents (upload_id, content)
      select ${id}::uuid, content from upload_contents where upload_id = ${from}
      union all select ${id}::uuid, c.content from document_contents c join documents d using (id)
        where d.upload_id = ${from} and not exists (select from uploads where upload_id = ${from})
      limit 1`.execute(db);
  }
}
