// Opens the wizard with the parameters of its address, and connects its analytics events with the queue.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { type AnalyticsQueue, createAnalyticsQueue } from "#api/analytics.ts";
import { profileQuery } from "#api/profile.ts";
import type { FlowName } from "#engine/schema/types.ts";
import type { RouteParams } from "#routes/table.ts";
import { setAnalyticsSink } from "#wizard/analytics.ts";
import Wizard from "#wizard/Wizard.tsx";

export default function WizardRoute({
  flow,
  product = "",
  intermediary = 0,
  relation,
  quotation,
}: RouteParams & { flow: FlowName }) {
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const copy = flow === "newRequest" ? Number(search.get("copy")) : 0;
  const resume = flow === "newTempRequest" ? Number(search.get("request")) : 0;
  useEffect(() => connectAnalytics(queries), [queries]);
  const address = {
    ...(relation !== undefined && { relation }),
    ...(quotation !== undefined && { quotation }),
    ...(copy > 0 && { copy }),
    ...(resume > 0 && { resume }),
    ...(search.has("new") && { anew: true }),
  };
  return <Wizard flow={flow} product={product} intermediary={intermediary} {...address} />;
}

let queue: AnalyticsQueue | undefined;

/** Analytics events are queued while offline, and dropped without consent (spec: portal 4, decisions 59). */
function connectAnalytics(queries: QueryClient): () => void {
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
