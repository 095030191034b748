// What takes the place of the steps after sending: on the way to the outcome, not known yet, sent from elsewhere, or failed.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import type { SentRequest, SubmitAnswer } from "#api/wire/wireTypes.ts";
import { rememberOutcome, type SentOutcome } from "#api/wizard/outcomes.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { findMonths } from "#widgets/ui/facts/premiumFacts.ts";
import loadingStyles from "#widgets/ui/notice/Loading.module.css";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import type { Outcome } from "../model/state.ts";
import { requestForm } from "../model/state.ts";
import type { Wizard } from "../model/wizard.ts";
import outcomeStyles from "../Outcome.module.css";
import { useFlowTitle } from "../texts/texts.ts";
import { usePaths, useWizard, useWizardState } from "../WizardContext.ts";
import { NextActions, useRequestPlace } from "./NextActions.tsx";
import { findOutcomeKind, OutcomeCard, ReferenceNumber } from "./OutcomeCard.tsx";

// The request was sent: its outcome is stored under its address, and the browser goes there in place of the wizard, so that
// Back skips a request that is over.
function GoToOutcome({ answer }: { answer: SubmitAnswer }) {
  const text = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const to = usePaths();
  const wizard = useWizard();
  const requestPlace = useRequestPlace();
  const went = useRef(false);
  useEffect(() => {
    if (went.current) return;
    went.current = true;
    const { draft_id } = wizard.core.opened.exists;
    const request = draft_id ?? crypto.randomUUID();
    const outcome = { product: requestPlace.product, answer, summary: answer.summary ?? findSummary(wizard) };
    const address = to.outcome({ ...requestPlace, request });
    void rememberOutcome(client, request, outcome, draft_id === undefined).then(() =>
      navigate(address, { replace: true }),
    );
  }, [answer, client, navigate, to, wizard, requestPlace]);
  return <Loading label={text("wizard.loading")} rows={6} />;
}

/** Data of the screen that sent the request, for a back end without a response body. */
function findSummary({ core }: Wizard): SentOutcome["summary"] {
  const { premium } = core.state.get().premium;
  const insured = core.answers()["company-data"]?.company;
  const company = core.opened.exists.company ?? insured;
  const day = core.session(requestForm).data().effective_date;
  const months = premium ? findMonths(premium) : undefined;
  return {
    ...(typeof company === "string" ? { company } : {}),
    ...(typeof insured === "string" && insured !== company ? { insured_company: insured } : {}),
    ...(typeof day === "string" ? { effective_date: day } : {}),
    ...(premium
      ? {
          insured_amount: premium.insured_amount,
          own_risk: premium.own_risk,
          additional_coverages: premium.active_additional_coverages.flatMap(({ label }) => label ?? []),
        }
      : {}),
    ...(typeof premium?.total_amount === "number" ? { total_amount: premium.total_amount } : {}),
    ...(months === undefined ? {} : { months }),
    ...(core.opened.flow === "editQuote" ? { changed: true as const } : {}),
  };
}

export function OutcomeView({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === "answered") return <GoToOutcome answer={outcome.answer} />;
  return (
    <div className={outcomeStyles.outcome}>
      {outcome.kind === "sent" && <AlreadySentOutcome sent={outcome.sent} />}
      {outcome.kind === "unconfirmed" && <UnconfirmedOutcome outcome={outcome} />}
      {outcome.kind === "error" && <ErrorOutcome outcome={outcome} />}
    </div>
  );
}

/**
 * The request was sent from elsewhere, another tab mostly: what it became, and where to go. Nothing is offered to send
 * again.
 */
function AlreadySentOutcome({ sent }: { sent: SentRequest | null }) {
  const requestPlace = useRequestPlace();
  const became = sent ? findOutcomeKind(sent.type, sent.accepted) : "already_sent";
  return (
    <OutcomeCard kind="already_sent" about={useFlowTitle()}>
      {sent?.number && <ReferenceNumber kind={became} number={sent.number} />}
      <NextActions kind={became} answer={sent} place={requestPlace} />
    </OutcomeCard>
  );
}

/**
 * The answer to sending was lost: whether the request arrived is not known, and nothing else is claimed. With a server
 * that knows the key, the call is retried automatically. Another server could make two requests of it, so there the
 * broker checks first.
 */
function UnconfirmedOutcome({ outcome }: { outcome: Extract<Outcome, { kind: "unconfirmed" }> }) {
  const text = useText();
  const to = usePaths();
  const { submitting } = useWizard();
  const sending = useWizardState((state) => state.sending);
  const { relation } = useRequestPlace();
  const { repeats } = outcome;
  return (
    <OutcomeCard kind="unconfirmed" about={useFlowTitle()}>
      <p role="status" className={loadingStyles.loading}>
        {repeats && <Spinner />}
        {text(repeats ? "wizard.outcome.unconfirmed.repeating" : "wizard.outcome.unconfirmed.look_first")}
      </p>
      <div className="actions">
        <Button
          kind={repeats ? "primary" : "secondary"}
          icon="refresh"
          busy={sending !== null}
          onClick={() => void submitting.again()}
        >
          {text(repeats ? "wizard.outcome.unconfirmed.ask_now" : "wizard.outcome.unconfirmed.send_again")}
        </Button>
        {relation !== undefined && (
          <Link className="button button-secondary" to={to.quotes({ relation })}>
            {text("wizard.outcome.unconfirmed.to_quotes")}
          </Link>
        )}
        <Button kind="quiet" onClick={submitting.back}>
          {text("wizard.outcome.error.back")}
        </Button>
      </div>
    </OutcomeCard>
  );
}

/**
 * Sending failed: nothing is lost, and the same request can be sent again without becoming two (decisions 39). Where the
 * answer was lost, the same call goes out again under the same key.
 */
function ErrorOutcome({ outcome }: { outcome: Extract<Outcome, { kind: "error" }> }) {
  const text = useText();
  const { submitting } = useWizard();
  const sending = useWizardState((state) => state.sending);
  const { action, message, lost, reference } = outcome;
  return (
    <OutcomeCard kind={lost ? "unanswered" : "error"} about={useFlowTitle()}>
      {message && <p>{message}</p>}
      <p>{text("wizard.outcome.error.kept")}</p>
      {reference && <p className="muted small">{text("portal.failure.reference", { reference })}</p>}
      <div className="actions">
        <Button
          kind="primary"
          icon="refresh"
          busy={sending !== null}
          onClick={() => void (lost ? submitting.again() : submitting.send(action))}
        >
          {text(lost ? "wizard.outcome.unconfirmed.send_again" : "common.action.retry")}
        </Button>
        <Button onClick={submitting.back}>{text("wizard.outcome.error.back")}</Button>
      </div>
    </OutcomeCard>
  );
}
