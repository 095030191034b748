// A list as a file. The server writes it, row by row and as filtered (ours, decisions 50 and 77); here it is only fetched,
// so that a failure can be said in place instead of in the browser's list of downloads.
import { PortalError, toPortalError } from "./errors.ts";
import { type Query, standardHeaders, unauthorised, withQuery } from "./session.ts";

export interface ExportRequest {
  /** Path of the list, as of its first page. */
  list: string;
  relation?: number | undefined;
  search?: string | undefined;
  /** What was viewed last, as on the dashboard. */
  lastViewed?: boolean;
}

export interface ExportedFile {
  name: string;
  content: Blob;
}

/** A long list takes the server minutes; it stops there by itself. */
const LIMIT_MS = 300_000;

export function exportAddress({ list, relation, search, lastViewed }: ExportRequest): string {
  const query: Query = { relation_id: relation, search: search?.trim() || undefined, last_viewed: lastViewed };
  return withQuery(`${list.replace(/\/$/, "")}/export`, query);
}

/** The name that the server gave the file; without one, a plain name. */
export function fileNameOf(disposition: string | null): string {
  const name = disposition?.match(/filename="([^"\\/]+)"/)?.[1];
  return name ?? "export.csv";
}

export async function fetchExport(request: ExportRequest): Promise<ExportedFile> {
  const answer = await fetch(exportAddress(request), {
    headers: { ...standardHeaders(), Accept: "text/csv, application/json" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => {
    throw new PortalError({ code: "network" });
  });
  if (answer.status === 401) unauthorised();
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw toPortalError(answer.status, body, (name) => answer.headers.get(name));
  }
  return { name: fileNameOf(answer.headers.get("content-disposition")), content: await answer.blob() };
}
