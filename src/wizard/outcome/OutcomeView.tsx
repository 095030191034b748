// What stands in place of the steps after sending: on the way to the outcome, not known yet, sent elsewhere, or failed.
import type { Outcome } from "../model/state.ts";
import { AlreadySentOutcome } from "./AlreadySentOutcome.tsx";
import { ErrorOutcome } from "./ErrorOutcome.tsx";
import { GoToOutcome } from "./GoToOutcome.tsx";
import { UnconfirmedOutcome } from "./UnconfirmedOutcome.tsx";

export function OutcomeView({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case "answered":
      return <GoToOutcome answer={outcome.answer} />;
    case "sent":
      return <AlreadySentOutcome sent={outcome.sent} />;
    case "unconfirmed":
      return <UnconfirmedOutcome outcome={outcome} />;
    default:
      return <ErrorOutcome outcome={outcome} />;
  }
}
