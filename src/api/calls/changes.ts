// What each change of data makes stale, and the one place that refreshes it. Every call that may change data is announced here
// (call.ts, uploads.ts), in every window of this browser, so no screen refreshes anything by itself.
import type { Query, QueryClient } from "@tanstack/react-query";
import { openTabChannel } from "../login/tabChannel.ts";

/** What shows quotations, policies and what became of them, for the broker and the underwriter. */
const CONTRACTS = ["quotations", "policies", "documents", "attention", "referrals"];
/** Work that was not sent: the list of requests, and the note at a quotation that is being changed. */
const UNSENT = ["requests", "quotations"];
const REQUEST = "/api/aanvraag/[^/]+/[^/]+/[^/]+";

/** `stale`: first members of query keys. */
export const CHANGES = [
  { change: "save a step", call: `POST ${REQUEST}/wizard/step/[^/]+/save`, stale: UNSENT },
  { change: "start anew", call: `POST ${REQUEST}/wizard/restart`, stale: UNSENT },
  { change: "copy", call: `POST ${REQUEST}/wizard/copy`, stale: UNSENT },
  { change: "send", call: `POST ${REQUEST}/wizard/submit/[^/]+`, stale: [...CONTRACTS, "requests", "relations"] },
  { change: "decide", call: "POST /api/referrals/[^/]+/decision", stale: CONTRACTS },
  { change: "answer", call: "POST /api/quotations/[^/]+/referral", stale: CONTRACTS },
  { change: "upload to an answer", call: "POST /api/quotations/[^/]+/referral/files", stale: CONTRACTS },
  { change: "remove from an answer", call: "DELETE /api/quotations/[^/]+/referral/files/[^/]+", stale: CONTRACTS },
  {
    change: "edit a relation",
    call: "POST /api/relations/edit/[^/]+",
    stale: [...CONTRACTS, "requests", "relations", "damages", "invoices"],
  },
  { change: "end a session", call: "DELETE /api/(office/)?sessions/[^/]+", stale: ["sessions"] },
  { change: "consent", call: "POST /api/prerequisites", stale: ["profile"] },
];

const rows = CHANGES.map(({ call, stale }) => ({ call: new RegExp(`^${call}$`), stale }));
const followers = new Set<(stale: readonly string[]) => Promise<unknown>>();
const tabs = openTabChannel("changes");
let refreshing: Promise<unknown> = Promise.resolve();

function refresh(stale: readonly string[]): void {
  refreshing = Promise.all([...followers].map((follow) => follow(stale)));
}
if (tabs) tabs.onmessage = ({ data }: MessageEvent<readonly string[]>) => refresh(data);

/** To be called after every call, also a refused or lost one: it may have changed something, or met another change. */
export function announceChange(method: string, path: string): void {
  const { stale } = rows.find(({ call }) => call.test(`${method} ${path}`)) ?? {};
  if (!stale) return;
  refresh(stale);
  tabs?.postMessage(stale);
}

/** Resolves when what is on the screen is that of after the last change. */
export const whenRefreshed = () => refreshing;

export function followChanges(client: QueryClient): void {
  followers.add((stale) => refreshQueries(client, ({ queryKey }) => stale.includes(String(queryKey[0]))));
}

/** What no screen shows is removed, so that the next screen does not begin with the old data. The rest is fetched again. */
export async function refreshQueries(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  client.removeQueries({ predicate, type: "inactive" });
  // Cancelled first: a query that still awaits its first answer is not asked again, and would get the old one.
  await client.cancelQueries({ predicate });
  await client.invalidateQueries({ predicate });
}
