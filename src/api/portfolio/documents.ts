// Archive documents of a relation (decisions 47).
import { listQuery } from "../calls/resource.ts";
import { numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type { DocumentAnswer } from "../wire/wireTypes.ts";

/** Only an address of our own is followed. */
const ownAddress = (href: string) => href.startsWith("/") && !href.startsWith("//");

export const documentAddress = (id: number | string) => `/api/documents/${encodeURIComponent(id)}/download`;

export type ArchiveDocument = ReturnType<typeof toDocument>;

export function toDocument(row: Unread<DocumentAnswer>) {
  const id = text(row, "id", "document_id");
  const href = text(row, "download", "href", "url");
  return {
    id,
    description: text(row, "description", "title"),
    /** Distinguishes documents with the same description. Null if the back end does not send it. */
    fileName: textOrNull(row, "file_name", "name"),
    uploadDate: textOrNull(row, "upload_date", "date"),
    /** When a newer one took its place. Null for the document that counts. */
    replacedAt: textOrNull(row, "replaced_at"),
    /** Bytes. */
    size: numberOrNull(row, "file_size", "size"),
    type: text(row, "type", "extension"),
    /** Address of the download. */
    href: ownAddress(href) ? href : documentAddress(id),
  };
}

export const documentsQuery = listQuery("documents", { list: "/api/documents" }, toDocument);
