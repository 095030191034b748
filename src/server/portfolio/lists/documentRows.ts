// The list of archive documents: calls, columns, sorting, export, and the mapping from row to response. Only the download reads
// the content.
import { sql } from "kysely";
import type { DocumentAnswer } from "#api/wire/wireTypes.ts";
import type { ListKind } from "./listRoutes.ts";
import type { Wording } from "./wording.ts";
import { translateWord, wordIn } from "./words.ts";

type DocumentFields = Omit<DocumentAnswer, "download">;

export const documentList = {
  path: "documents",
  schema: "document",
  list: "documents",
  key: "id",
  sorting: { usual: "-upload_date", columns: { description: { column: "description", read: wordIn } } },
  columns: sql<DocumentFields>`t.id, t.relation_number, t.intermediary_number, t.description, t.name as file_name,
    t.type, t.file_size, t.upload_date`,
  meta: ["current_page", "per_page", "total_items", "total_pages"],
  wire: wireDocument,
  store: storeDocument,
  listOnly: true,
} satisfies ListKind<DocumentFields, DocumentAnswer>;

function wireDocument(row: DocumentFields, { language }: Wording): DocumentAnswer {
  return { ...row, description: wordIn(language, row.description), download: `/api/documents/${row.id}/download` };
}

/** The size is that of the content that is made for it. */
function storeDocument({ file_name: name, file_size, download, ...one }: DocumentAnswer) {
  return { ...one, name, words_translated: translateWord(one.description) };
}
