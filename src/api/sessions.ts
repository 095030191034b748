// Who is logged in (ours): the user's own sessions, and for an administrator those of the office. A back end without them answers
// 404, and then there is nothing to show.
import { call, PortalError } from "./calls/call.ts";
import { ownRowsQuery } from "./calls/resource.ts";
import type { SessionRow } from "./wire/wireTypes.ts";

const PATHS = { own: "/api/sessions", office: "/api/office/sessions" } as const;
export type SessionOwner = keyof typeof PATHS;

export const sessionsQuery = (owner: SessionOwner) => ownRowsQuery<SessionRow>(PATHS[owner], "sessions", owner);

/** One that is not there any more has ended. */
export async function endSession(owner: SessionOwner, id: string): Promise<void> {
  await call("DELETE", `${PATHS[owner]}/${encodeURIComponent(id)}`).catch((error: unknown) => {
    if (!(error instanceof PortalError && error.status === 404)) throw error;
  });
}
