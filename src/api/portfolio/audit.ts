// The trail of who did what (ours), for auditors: a page of it, and its export.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../calls/call.ts";
import { type FetchedFile, fetchFile } from "../calls/files.ts";
import { withQuery } from "../login/session.ts";
import { asWire, numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type * as wire from "../wire/wireTypes.ts";

export interface AuditLine {
  id: number;
  at: string;
  /** Null: the portal itself. */
  person: string | null;
  office: number | null;
  action: string;
  subject: string | null;
  status: number | null;
  /** Without the call, which is in the export, where it leads to the lines of the log. */
  detail: Record<string, unknown>;
}

/** As in the address. Filters that are not set are absent. */
export type AuditFilters = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;
export const AUDIT_FILTERS = ["from", "until", "person", "action", "subject"] as const;

const PATH = "/api/audit";

const withoutCall = ({ call: _, ...detail }: Record<string, unknown>) => detail;

const toLine = (row: Unread<wire.AuditRow>): AuditLine => ({
  id: numberOrNull(row, "audit_id") ?? 0,
  at: text(row, "at"),
  person: textOrNull(row, "login_name"),
  office: numberOrNull(row, "intermediary_number"),
  action: text(row, "action"),
  subject: textOrNull(row, "object"),
  status: numberOrNull(row, "status"),
  detail: withoutCall(asWire(row.detail)),
});

/** `before`: the lines that are older than the one of this number. */
export const auditQuery = (filters: AuditFilters, before?: number) =>
  queryOptions({
    queryKey: ["audit", filters, before],
    queryFn: async ({ signal }) => {
      const { data, meta } = asWire(await call("GET", `${PATH}/`, { query: { ...filters, before }, signal }));
      const lines = Array.isArray(data) ? data.map((row) => toLine(asWire(row))) : [];
      return { lines, next: numberOrNull(asWire(meta), "next") };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const fetchAudit = (filters: AuditFilters): Promise<FetchedFile> =>
  fetchFile(withQuery(`${PATH}/export`, filters), "application/x-ndjson, application/json", "audit.jsonl");
