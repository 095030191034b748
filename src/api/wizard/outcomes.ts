// What a sent request became, by the address of its outcome (decisions 89). Our back end keeps it. With a back end that has
// only the specification's calls this tab keeps the answer, until logout and for this user alone.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../calls/call.ts";
import { profileQuery } from "../profile.ts";
import { outcomePrefix, tabStorage } from "../wire/tabStorage.ts";
import { asWire, item, text } from "../wire/wire.ts";
import type { SubmitAnswer, SubmitSummary } from "../wire/wireTypes.ts";
import { toSubmit } from "./wizardAnswers.ts";

export interface SentOutcome {
  product: string;
  answer: SubmitAnswer;
  /** What is known of the request. A back end without it leaves it to the wizard that sent it. */
  summary: Partial<SubmitSummary> | null;
}

async function ask(id: string, signal: AbortSignal): Promise<SentOutcome> {
  const from = item(await call("GET", `/api/requests/${encodeURIComponent(id)}/outcome`, { signal }));
  const answer = toSubmit(from.answer, "quotation");
  return { product: text(from, "product"), answer, summary: answer.summary ?? null };
}

/** What this tab kept for the user who is logged in. */
function keptFor(login: string, id: string): SentOutcome | null {
  try {
    const stored = asWire(JSON.parse(tabStorage()?.getItem(outcomePrefix + id) ?? "null"));
    return stored.login === login ? (stored.outcome as SentOutcome) : null;
  } catch {
    return null;
  }
}

export const outcomeQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ["outcome", id],
    queryFn: async ({ signal }) => {
      const { login } = await client.fetchQuery(profileQuery());
      return keptFor(login, id) ?? ask(id, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `onlyHere`: the server will not send it again. */
export async function rememberOutcome(client: QueryClient, id: string, outcome: SentOutcome, onlyHere: boolean) {
  client.setQueryData(outcomeQuery(client, id).queryKey, outcome);
  if (!onlyHere) return;
  const { login } = await client.fetchQuery(profileQuery());
  try {
    tabStorage()?.setItem(outcomePrefix + id, JSON.stringify({ login, outcome }));
  } catch {
    // without storage the outcome lives as long as the page
  }
}
