// A file of the server, fetched so that a failure can be shown in place. A plain link would save it as a download with
// a wrong name. The screen decides what is done with the file.

import { type Query, standardHeaders, withQuery } from "../login/session.ts";
import { fetchAsUser } from "../login/sessionUser.ts";
import { unauthorised } from "../login/unauthorised.ts";
import { PortalError, toPortalError, unclear } from "./errors.ts";
import { isRefusal } from "./fieldErrors.ts";
import type { Choices } from "./lists.ts";

export interface FetchedFile {
  name: string;
  content: Blob;
}

/** The server needs minutes for a long list, and stops there by itself. */
const LIMIT_MS = 300_000;

function decodeName(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : decodeURIComponent(name).replace(/[\\/]/g, "_");
  } catch {
    return undefined;
  }
}

function throwNetworkError(): never {
  throw new PortalError({ code: "network" });
}

/** The name that the server gave the file. Without one, the plain name. */
export function readFileName(disposition: string | null, plain: string): string {
  const whole = decodeName(disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]);
  return whole || (disposition?.match(/filename="([^"\\/]+)"/)?.[1] ?? plain);
}

/** JSON or a page that is not sent as a file: a refusal with status 200, or the page of a gateway instead of the file. */
function isMessage(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return /\b(json|html)\b/i.test(type) && !/^\s*attachment\b/i.test(headers.get("content-disposition") ?? "");
}

export async function fetchFile(address: string, accept: string, plainName: string): Promise<FetchedFile> {
  const answer = await fetchAsUser(address, {
    headers: { ...standardHeaders(), Accept: accept },
    credentials: "same-origin",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(throwNetworkError);
  if (answer.status === 401) await unauthorised();
  if (!answer.ok || isMessage(answer.headers)) {
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok && !isRefusal(body)) throw unclear();
    throw toPortalError(answer.status, body, (name) => answer.headers.get(name));
  }
  const content = await answer.blob().catch(throwNetworkError);
  if (content.size === 0) throw unclear();
  return { name: readFileName(answer.headers.get("content-disposition"), plainName), content };
}

/** A list as a file: the server writes it, row by row and as filtered (ours, decisions 50 and 77). */
export interface ExportRequest {
  /** Path of the list, as of its first page. */
  list: string;
  relation?: number | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  choices?: Choices | undefined;
  /** What was viewed last, as on the dashboard. */
  lastViewed?: boolean;
}

export function exportAddress({ list, relation, search, sort, choices, lastViewed }: ExportRequest): string {
  const term = search?.trim() || undefined;
  const query: Query = { relation_id: relation, search: term, sort, ...choices, last_viewed: lastViewed };
  return withQuery(`${list.replace(/\/$/, "")}/export`, query);
}

export const fetchExport = (request: ExportRequest): Promise<FetchedFile> =>
  fetchFile(exportAddress(request), "text/csv, application/json", "export.csv");
