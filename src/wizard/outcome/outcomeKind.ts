// Which of the outcomes this is (spec: wizard 2, decisions 40, 62). A quotation is never referred: it is sent.
import type { Outcome } from "../model/state.ts";

export type OutcomeKind =
  | "quotation_sent"
  | "policy_accepted"
  | "policy_not_accepted"
  | "policy_pending"
  | "policy_declined"
  | "error";

export function outcomeKind(outcome: Outcome): OutcomeKind {
  if (outcome.kind === "error") return "error";
  if (outcome.answer.accepted === "declined") return "policy_declined";
  if (outcome.action === "quotation") return "quotation_sent";
  if (outcome.answer.accepted === "accepted") return "policy_accepted";
  return outcome.answer.accepted === "pending" ? "policy_pending" : "policy_not_accepted";
}
