// A wizard that cannot open says why and what to do: an unknown product has a way out, anything else a retry.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { PortalError } from "#api/errors.ts";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import outcomeStyles from "./Outcome.module.css";
import { usePaths } from "./WizardContext.ts";

interface Props {
  error: unknown;
  retry: () => void;
  busy: boolean;
  relation?: number | undefined;
  quotation?: number | undefined;
}

/** A converted quotation is closed for another reason than an expired one (decisions 74). */
const whyClosed = ({ body }: PortalError) =>
  (body as { status?: unknown } | null)?.status === "P" ? "portal.quote.is_converted" : "portal.quote.not_open";

function reasonKey(error: unknown): string {
  if (!(error instanceof PortalError)) return "portal.failure.text";
  if (error.code === "unknown_product") return "error.unknown_product";
  if (error.code === "quotation_not_open") return whyClosed(error);
  if (error.status === 404) return "portal.not_found.item";
  return error.code === "network" || error.code === "timeout" ? "error.network" : "portal.failure.text";
}

export function LoadFailed({ error, retry, busy, relation, quotation }: Props) {
  const text = useText();
  const to = usePaths();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const final = error instanceof PortalError && (error.status === 404 || error.code === "quotation_not_open");
  const reference = error instanceof PortalError ? error.requestId : undefined;
  return (
    <div className={outcomeStyles.outcome}>
      <title>{text("common.page_title", { page: text("portal.failure.title") })}</title>
      <section className={`card ${outcomeStyles.card}`}>
        <span className={`${outcomeStyles.mark} ${outcomeStyles.fail}`}>
          <Icon name="error" />
        </span>
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {text("portal.failure.title")}
          </h1>
          <p className={outcomeStyles.lead}>{text(reasonKey(error))}</p>
        </div>
        {reference && <p className="muted small">{text("portal.failure.reference", { reference })}</p>}
        <div className="actions">
          {!final && (
            <Button kind="primary" icon="refresh" busy={busy} onClick={retry}>
              {text("common.action.retry")}
            </Button>
          )}
          {quotation !== undefined && (
            <Link className="button button-secondary" to={to.quote(quotation, relation)}>
              {text("wizard.outcome.action.to_quote")}
            </Link>
          )}
          {relation !== undefined && (
            <Link className="button button-secondary" to={to.relation(relation)}>
              {text("wizard.outcome.action.to_relation")}
            </Link>
          )}
          <Link className="button button-quiet" to={to.dashboard()}>
            {text("wizard.outcome.action.to_dashboard")}
          </Link>
        </div>
      </section>
    </div>
  );
}
