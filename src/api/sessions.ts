// Who is logged in (ours): the user's own sessions, and for an administrator those of the office. A back end without them answers
// 404, and then there is nothing to show.
import { queryOptions } from "@tanstack/react-query";
import { call, PortalError } from "./call.ts";
import { rowsOrNone } from "./resource.ts";
import { flag, text, textOrNull, type Unread } from "./wire.ts";
import type { SessionRow } from "./wireTypes.ts";

export interface Session {
  id: string;
  name: string;
  /** Empty where it is not known. */
  browser: string;
  beganAt: string | null;
  usedAt: string | null;
  /** The one that asks. */
  current: boolean;
}

const PATHS = { own: "/api/sessions", office: "/api/office/sessions" } as const;
export type Whose = keyof typeof PATHS;

const toSession = (row: Unread<SessionRow>): Session => ({
  id: text(row, "session_id"),
  name: text(row, "username") || text(row, "login_name"),
  browser: text(row, "browser"),
  beganAt: textOrNull(row, "began_at"),
  usedAt: textOrNull(row, "used_at"),
  current: flag(row, "current"),
});

export const sessionsQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ["sessions", whose],
    queryFn: ({ signal }) => rowsOrNone(PATHS[whose], toSession, signal),
    staleTime: 0,
  });

/** One that is not there any more has ended. */
export async function endSession(whose: Whose, id: string): Promise<void> {
  await call("DELETE", `${PATHS[whose]}/${encodeURIComponent(id)}`).catch((error: unknown) => {
    if (!(error instanceof PortalError && error.status === 404)) throw error;
  });
}
