// Connects the wizard's events of use with the queue: kept while offline, sent when there is a connection, and nothing at
// all without the user's consent (spec: portal 4, decisions 59).
import type { QueryClient } from "@tanstack/react-query";
import { type AnalyticsQueue, createAnalyticsQueue } from "#api/analytics.ts";
import { profileQuery } from "#api/profile.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";

let queue: AnalyticsQueue | undefined;

export function connectAnalytics(queries: QueryClient): () => void {
  const consent = () => queries.getQueryData(profileQuery().queryKey)?.analytics === true;
  queue ??= createAnalyticsQueue({ consent });
  const events = queue;
  const flush = () => void events.flush();
  setAnalyticsSink((name, details) => {
    events.push(name, details);
    if (navigator.onLine) flush();
  });
  addEventListener("online", flush);
  flush();
  return () => removeEventListener("online", flush);
}
