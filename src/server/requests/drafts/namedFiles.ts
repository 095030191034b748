// The files that the answers of a request name (decisions 164): by field, their names, and what is wrong with them. A file belongs to
// the field that it was added to.
import { replaceFiles } from "#engine/answers/fileFields.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import type { FieldUpload, JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { listFiles } from "#underwriting/sending.ts";
import type { Db } from "../../db/open.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { OpenRequest } from "../context.ts";
import { isUploadId, storedUploads } from "./uploads.ts";

type Bundle = Pick<LoadedProduct, "bundle">;

export const namedFiles = (product: Bundle, answers: RequestAnswers): string[] => [
  ...new Set(listFiles(product, answers).map(({ id }) => id)),
];

/** The files of the request, if these answers name any. */
export const uploadsNamed = async (db: Db, open: OpenRequest, answers: RequestAnswers): Promise<FieldUpload[]> =>
  listFiles(open.product, answers).length > 0 ? storedUploads(db, open) : [];

/** The names of files by id, also of those whose upload was deleted since, as a document has the copy. */
export async function readFileNames(
  db: Db,
  office: number,
  product: Bundle,
  answers: RequestAnswers,
): Promise<ReadonlyMap<string, string>> {
  const ids = namedFiles(product, answers).filter(isUploadId);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("uploads")
    .select(["upload_id", "name"])
    .where("upload_id", "in", ids)
    .where("intermediary_number", "=", office)
    .union(
      db
        .selectFrom("documents")
        .select((make) => [make.ref("upload_id").$notNull().as("upload_id"), "name"])
        .where("upload_id", "in", ids)
        .where("intermediary_number", "=", office),
    )
    .execute();
  return new Map(rows.map(({ upload_id, name }) => [upload_id, name]));
}

/** The hashes of the contents of files, by id. */
export async function readFileKeys(
  db: Db,
  office: number,
  product: Bundle,
  answers: RequestAnswers,
): Promise<ReadonlyMap<string, string>> {
  const ids = namedFiles(product, answers).filter(isUploadId);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("uploads")
    .select(["upload_id", "sha256"])
    .where("upload_id", "in", ids)
    .where("intermediary_number", "=", office)
    .execute();
  return new Map(rows.map(({ upload_id, sha256 }) => [upload_id, sha256]));
}

/**
 * The files that came with the answers of a quotation and are lost: the answers still name them as the quotation does. `names`: what
 * the outcome of the quotation listed, with labels, and the request does not have.
 */
export async function findLostFiles(
  db: Db,
  { draft, place, product, copied }: OpenRequest,
  { uploads, answers }: { uploads: readonly FieldUpload[]; answers: RequestAnswers },
): Promise<{ files: ReturnType<typeof listFiles>; names: string[] }> {
  const missing = listFiles(product, answers).filter(({ id }) => !uploads.some((upload) => upload.id === id));
  const quotation = missing.length > 0 ? (place.quotation ?? (await copied(db))) : undefined;
  const quoted = renameRequest(product.bundle.manifest.was, quotation?.answers ?? {});
  const files = missing.filter(({ id }) => isUploadId(id) && namedFiles(product, quoted).includes(id));
  if (files.length === 0) return { files, names: [] };
  const sent = await db
    .selectFrom("submissions")
    .select("answer")
    .where("number", "=", String(draft.quotation_number ?? draft.copied_quotation))
    .where("intermediary_number", "=", place.office)
    .orderBy("sent_at", "desc")
    .executeTakeFirst();
  const { files: listed = [] } = (sent?.answer ?? {}) as { files?: string[] };
  return {
    files,
    names: listed.filter((file) => !uploads.some(({ name }) => file === name || file.endsWith(`: ${name}`))),
  };
}

/** The answers with the names of files in place of their ids, as other systems get them. A lost file keeps its id. */
export const withFileNames = (
  { bundle }: Bundle,
  answers: RequestAnswers,
  names: ReadonlyMap<string, string>,
): RequestAnswers => replaceInSteps({ bundle }, answers, (ids) => ids.map((id) => names.get(id) ?? id));

export const replaceInSteps = (
  { bundle }: Bundle,
  answers: RequestAnswers,
  replace: (ids: string[]) => unknown,
): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(answers).map(([step, data]) => [step, replaceFiles(bundle.steps[step], data, replace)]),
  );
