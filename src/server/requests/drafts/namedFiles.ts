// The files that the answers of a request name (decisions 164): by field, their names, and what is wrong with them. A file belongs to
// the field that it was added to.
import type { WireError } from "#api/wire/wireTypes.ts";
import { defaultFileField, fileAddress, findFiles, replaceFiles } from "#engine/answers/fileFields.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import { type FileRules, isAccepted } from "#engine/rules/fileRules.ts";
import type { Answers, FieldUpload, JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { Db } from "../../db/open.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { OpenRequest } from "../context.ts";
import { isUploadId, storedUploads } from "./uploads.ts";

type Bundle = Pick<LoadedProduct, "bundle">;

interface NamedFile {
  id: string;
  step: string;
  path: readonly string[];
}

/** The files that answers name, by the order of the steps and their layout. */
export const listFiles = ({ bundle }: Bundle, answers: RequestAnswers): NamedFile[] =>
  bundle.manifest.steps.flatMap(({ key: step }) =>
    findFiles(bundle.steps[step], answers[step] ?? {}).flatMap(({ path, ids }) =>
      ids.map((id) => ({ id, step, path })),
    ),
  );

export const namedFiles = (product: Bundle, answers: RequestAnswers): string[] => [
  ...new Set(listFiles(product, answers).map(({ id }) => id)),
];

/** Errors for the ids in a step that are not files of this request, or not of the field that names them. */
export async function fileErrors(db: Db, open: OpenRequest, step: string, data: Answers): Promise<WireError[]> {
  const files = findFiles(open.product.bundle.steps[step], data);
  if (files.length === 0) return [];
  const uploads = new Map((await storedUploads(db, open)).map((upload) => [upload.id, upload]));
  const ofExplanation = defaultFileField(open.product.bundle);
  return files.flatMap(({ path, ids, rules }) => {
    const judge = (upload: FieldUpload | undefined) =>
      upload && { ...upload, isHere: (upload.field ?? ofExplanation) === fileAddress(step, path) };
    return ids.flatMap((id, index) => {
      const error = judgeFile(id, judge(uploads.get(id)), rules);
      return error ? [{ pointer: toPointer([...path, String(index)]), ...error }] : [];
    });
  });
}

type FileRefusal = Pick<WireError, "keyword" | "params">;

/** A copied file may come from a release whose field took others. */
function judgeFile(
  id: string,
  upload: (FieldUpload & { isHere: boolean }) | undefined,
  { extensions, maxSize }: FileRules,
): FileRefusal | undefined {
  if (!upload) return { keyword: "upload", params: { id } };
  const { name, size, isHere } = upload;
  if (!isHere) return { keyword: "upload_field", params: { id, name } };
  if (!isAccepted(name, extensions))
    return { keyword: "file_type", params: { id, name, allowed: extensions.join(", ") } };
  return size > maxSize ? { keyword: "file_size", params: { id, name, limit: maxSize } } : undefined;
}

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

/**
 * The files that came with the answers of a quotation and are lost: the answers still name them as the quotation does. `names`: what
 * the outcome of the quotation listed, with labels, and the request does not have.
 */
export async function findLostFiles(
  db: Db,
  { draft, place, product, copied }: OpenRequest,
  { uploads, answers }: { uploads: readonly FieldUpload[]; answers: RequestAnswers },
): Promise<{ files: NamedFile[]; names: string[] }> {
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
