// Calls of which only the newest counts: one with other inputs is cancelled and its answer dropped (decisions 33).
import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { RequestAnswers } from "#engine/schema/types.ts";

export type Ask<Answer> = (inputs: RequestAnswers, signal: AbortSignal) => Promise<Answer>;

export function askNewest<Answer>(client: QueryClient, name: string, inputs: RequestAnswers, ask: Ask<Answer>) {
  const queryKey = [name, inputs];
  const newest = hashKey(queryKey);
  client.removeQueries({ queryKey: [name], predicate: ({ queryHash }) => queryHash !== newest });
  return client.fetchQuery({ queryKey, queryFn: ({ signal }) => ask(inputs, signal) });
}

export const cancelQuestion = (client: QueryClient, name: string) =>
  client.cancelQueries({ queryKey: [name] }, { silent: true });
