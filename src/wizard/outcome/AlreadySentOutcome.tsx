// The request was sent from elsewhere, another tab mostly: what it became, and where to go. Nothing is offered to send again.
import type { SentRequest } from "#api/wireTypes.ts";
import outcomeStyles from "../Outcome.module.css";
import { useFlowTitle } from "../useFlowTitle.ts";
import { NextActions } from "./NextActions.tsx";
import { OutcomeCard } from "./OutcomeCard.tsx";
import { findOutcomeKind } from "./outcomeKind.ts";
import { ReferenceNumber } from "./ReferenceNumber.tsx";
import { useRequestPlace } from "./useRequestPlace.ts";

export function AlreadySentOutcome({ sent }: { sent: SentRequest | null }) {
  const place = useRequestPlace();
  const became = sent ? findOutcomeKind(sent.type, sent.accepted) : "already_sent";
  return (
    <div className={outcomeStyles.outcome}>
      <OutcomeCard kind="already_sent" about={useFlowTitle()}>
        {sent?.number && <ReferenceNumber kind={became} number={sent.number} />}
        <NextActions kind={became} answer={sent} place={place} />
      </OutcomeCard>
    </div>
  );
}
