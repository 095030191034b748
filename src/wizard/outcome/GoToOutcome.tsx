// The request was sent: its outcome is stored under its address, and the browser goes there in place of the wizard, so that
// Back skips a request that is over.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { rememberOutcome, type SentOutcome } from "#api/wizard/outcomes.ts";
import { useText } from "#widgets/runtime/text.ts";
import { findMonths } from "#widgets/ui/facts/premiumFacts.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { requestForm } from "../model/state.ts";
import type { Wizard } from "../model/wizard.ts";
import { usePaths, useWizard } from "../WizardContext.ts";
import { useRequestPlace } from "./NextActions.tsx";

export function GoToOutcome({ answer }: { answer: SubmitAnswer }) {
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
