// The files of a quotation go along with its answers into the request that changes, converts or copies it (decisions
// 34). They are files of that request then, because a file is reached through its own request only. Their ids follow
// from its id, so that a request that is not stored yet names the same ones. A file that is not kept any more is left
// out of the answers.
import { sql } from "kysely";
import type { UploadAnswer } from "#api/wireTypes.ts";
import type { JsonObject } from "#engine/types.ts";
import type { Db } from "../../db/open.ts";
import type { Place } from "../context.ts";
import { buildUuid } from "./nextDraft.ts";
import { namedFiles } from "./uploads.ts";

interface TakenFile extends UploadAnswer {
  /** Its id in the request that it was uploaded for. */
  from: string;
}

type TakenAnswers = Record<string, JsonObject>;

/** The answers that a request at this place begins with. */
export const findAnswers = ({ quotation, copied }: Place): TakenAnswers => (quotation ?? copied)?.answers ?? {};

export async function findTaken(db: Db, routePlace: Place, requestId: string): Promise<TakenFile[]> {
  const ids = namedFiles(findAnswers(routePlace));
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("uploads")
    .select(["upload_id", "name", "size"])
    .where("upload_id", "in", ids)
    .where("intermediary_number", "=", routePlace.office)
    .orderBy("uploaded_at")
    .execute();
  return rows.map(({ upload_id: from, name, size }) => ({
    from,
    id: buildUuid(JSON.stringify([requestId, from])),
    name,
    size,
  }));
}

/** The answers of a step, naming the files by the ids that they have in the new request. */
export function withTaken({ file, ...others }: JsonObject, taken: readonly TakenFile[]): JsonObject {
  if (!Array.isArray(file)) return file === undefined ? others : { ...others, file };
  const ids = taken.flatMap(({ from, id }) => (file.includes(from) ? [id] : []));
  return ids.length > 0 ? { ...others, file: ids } : others;
}

/** Contents outside the database are immutable, so two rows may point to one. */
export async function copyTaken(db: Db, requestId: string, taken: readonly TakenFile[]): Promise<void> {
  for (const { from, id } of taken) {
    await sql`insert into uploads
      (upload_id, request_id, intermediary_number, name, type, size, sha256, content, location, uploaded_at)
      select ${id}, ${requestId}, intermediary_number, name, type, size, sha256, content, location, uploaded_at
      from uploads where upload_id = ${from}`.execute(db);
    await sql`insert into upload_contents (upload_id, content)
      select ${id}, content from upload_contents where upload_id = ${from}`.execute(db);
  }
}
