// The way into the wizard: hands it its address and gives its events of use somewhere to go, with consent only.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { FlowName } from "#engine/types.ts";
import type { RouteParams } from "#routes/table.ts";
import Wizard from "#wizard/Wizard.tsx";
import { connectAnalytics } from "./analytics.ts";

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
  const known = {
    ...(relation !== undefined && { relation }),
    ...(quotation !== undefined && { quotation }),
    ...(copy > 0 && { copy }),
    ...(resume > 0 && { resume }),
    ...(search.has("new") && { anew: true }),
  };
  return <Wizard flow={flow} product={product} intermediary={intermediary} {...known} />;
}
