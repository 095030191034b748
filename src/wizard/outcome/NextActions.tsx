// Where to go from an outcome: the new quotation or insurance, the relation, the dashboard, or a new request.
import { useMemo } from "react";
import { Link } from "react-router";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { useText } from "#widgets/runtime/text.ts";
import { usePaths, useWizard } from "../WizardContext.ts";
import type { OutcomeKind } from "./OutcomeCard.tsx";

/** Where a request belongs in the portal: a temporary one has no relation yet. */
export interface RequestPlace {
  product: string;
  intermediary: number;
  relation?: number | undefined;
}

export function useRequestPlace(): RequestPlace {
  const { manifest, opened } = useWizard().core;
  const { intermediary_number: intermediary, relation_number, temporary_request } = opened.exists;
  const relation = temporary_request ? undefined : relation_number;
  return useMemo(() => ({ product: manifest.key, intermediary, relation }), [manifest, intermediary, relation]);
}

interface Action {
  to: string;
  label: string;
}

interface Props {
  kind: OutcomeKind;
  answer: Pick<SubmitAnswer, "number" | "relation_number" | "summary"> | null;
  place: RequestPlace;
}

export function NextActions({ kind, answer, place }: Props) {
  const text = useText();
  const to = usePaths();
  const relation = answer?.relation_number ?? place.relation;
  const number = Number(answer?.number);
  // A referred request has its question and its decision there.
  const quotation = kind === "quotation_sent" ? number : answer?.summary?.quotation;
  const actions: Action[] = [];
  if (quotation) actions.push({ to: to.quote(quotation), label: text("wizard.outcome.action.to_quote") });
  if (kind === "policy_accepted" && number) {
    actions.push({ to: to.insurance(number), label: text("wizard.outcome.action.to_insurance") });
  }
  if (relation) actions.push({ to: to.relation(relation), label: text("wizard.outcome.action.to_relation") });
  const anew = to.wizard({ ...place, relation, anew: true });
  return (
    <div className="actions no-print">
      {actions.map(({ to: address, label }, index) => (
        <Link key={address} className={index === 0 ? "button button-primary" : "button button-secondary"} to={address}>
          {label}
        </Link>
      ))}
      <Link className={actions.length === 0 ? "button button-primary" : "button button-quiet"} to={to.dashboard()}>
        {text("wizard.outcome.action.to_dashboard")}
      </Link>
      <Link className="button button-quiet" to={anew}>
        {text("wizard.outcome.action.start_anew")}
      </Link>
    </div>
  );
}
