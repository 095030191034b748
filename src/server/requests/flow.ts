// What a flow hides cannot be sent by a call either (spec: wizard 2). The address tells which flows a request can be in: a
// quotation is changed or converted. The browser may name which; a name that does not fit the address says nothing.
import type { FlowName, SendAction } from "#engine/types.ts";
import { PortalError } from "../portalError.ts";
import type { OpenRequest } from "./context.ts";

function findFlows({ draft }: OpenRequest): FlowName[] {
  if (draft.quotation_number !== null) return ["editQuote", "quoteToPolicy"];
  return draft.temporary ? ["newTempRequest"] : ["newRequest"];
}

export function refuseHidden(open: OpenRequest, action: SendAction, named: string | null): void {
  const possible = findFlows(open);
  const flows = possible.filter((flow) => flow === named);
  const { flows: settings } = open.product.bundle.manifest;
  const shows = (flow: FlowName) => !settings[flow]?.hide?.includes(action);
  if ((flows.length > 0 ? flows : possible).some(shows)) return;
  throw new PortalError("not_in_flow");
}
