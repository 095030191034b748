// Which of the outcomes this is (spec: wizard 2, decisions 40, 62). A quotation is never referred: it is sent.

import type { AcceptedState } from "#api/wireTypes.ts";
import type { SendAction } from "#engine/types.ts";

export type OutcomeKind =
  | "quotation_sent"
  | "policy_accepted"
  | "policy_not_accepted"
  | "policy_pending"
  | "policy_declined"
  | "already_sent"
  | "unconfirmed"
  | "error";

/** What a request that was sent became. */
export function findOutcomeKind(action: SendAction, accepted: AcceptedState): OutcomeKind {
  if (accepted === "declined") return "policy_declined";
  if (action === "quotation") return "quotation_sent";
  if (accepted === "accepted") return "policy_accepted";
  return accepted === "pending" ? "policy_pending" : "policy_not_accepted";
}
