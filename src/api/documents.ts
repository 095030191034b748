// Archive documents of a relation (decisions 47).
import { listQuery } from "./resource.ts";
import type { ArchiveDocument } from "./shapes.ts";
import { numberOrNull, text, textOrNull, type Unread } from "./wire.ts";
import type { DocumentAnswer } from "./wireTypes.ts";

/** Only an address of our own is followed. */
const ownAddress = (href: string) => href.startsWith("/") && !href.startsWith("//");

export function toDocument(row: Unread<DocumentAnswer>): ArchiveDocument {
  const id = text(row, "id", "document_id");
  const href = text(row, "download", "href", "url");
  return {
    id,
    description: text(row, "description", "title"),
    uploadDate: textOrNull(row, "upload_date", "date"),
    size: numberOrNull(row, "file_size", "size"),
    type: text(row, "type", "extension"),
    href: ownAddress(href) ? href : `/api/documents/${encodeURIComponent(id)}/download`,
  };
}

export const documentsQuery = listQuery("documents", { list: "/api/documents" }, toDocument);
