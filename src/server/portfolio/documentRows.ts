// Documents of the archive: their calls, and a row as the database has it and as it stands on the wire. The content is read by the download only.
import { sql } from "kysely";
import type { DocumentAnswer } from "#api/wireTypes.ts";
import type { DocumentRow } from "../db/portfolioTables.ts";
import type { ListKind } from "./listRoutes.ts";
import type { Wording } from "./wording.ts";
import { wordIn } from "./words.ts";

type DocumentFields = Omit<DocumentRow, "search" | "words_translated">;

export const documentList: ListKind<DocumentFields, DocumentAnswer> = {
  path: "documents",
  schema: "document",
  list: "documents",
  key: "id",
  sorting: {
    usual: "-upload_date",
    columns: {
      description: { column: "description", read: wordIn },
      upload_date: "upload_date",
      file_size: "file_size",
      type: "type",
    },
  },
  columns: sql<DocumentFields>`t.id, t.relation_number, t.intermediary_number, t.description, t.name, t.type, t.media_type,
    t.file_size, t.upload_date`,
  meta: ["current_page", "per_page", "total_items", "total_pages"],
  exported: {
    description: "text",
    upload_date: "day",
    type: "word",
    file_size: "text",
    relation_number: "text",
  },
  wire: wireDocument,
  listOnly: true,
};

function wireDocument(row: DocumentFields, { language }: Wording): DocumentAnswer {
  return {
    id: row.id,
    description: wordIn(language, row.description),
    upload_date: row.upload_date,
    file_size: row.file_size,
    type: row.type,
    relation_number: row.relation_number,
    intermediary_number: row.intermediary_number,
    download: `/api/documents/${row.id}/download`,
  };
}
