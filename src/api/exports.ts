// A list as a file. The server writes it, row by row and as filtered (ours, decisions 50 and 77).
import { type FetchedFile, fetchFile } from "./files.ts";
import { type Query, withQuery } from "./session.ts";

export interface ExportRequest {
  /** Path of the list, as of its first page. */
  list: string;
  relation?: number | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  /** What was viewed last, as on the dashboard. */
  lastViewed?: boolean;
}

export function exportAddress({ list, relation, search, sort, lastViewed }: ExportRequest): string {
  const query: Query = { relation_id: relation, search: search?.trim() || undefined, sort, last_viewed: lastViewed };
  return withQuery(`${list.replace(/\/$/, "")}/export`, query);
}

export const fetchExport = (request: ExportRequest): Promise<FetchedFile> =>
  fetchFile(exportAddress(request), "text/csv, application/json", "export.csv");
