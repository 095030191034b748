// Shows why a wizard cannot open and what to do. What will not open at another try is a refusal: it leads to where the
// broker can go on, never to a page that does not exist for this office either. Anything else has a retry.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { PortalError } from "#api/calls/errors.ts";
import { profileQuery } from "#api/profile.ts";
import type { Paths } from "#routes/paths.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import outcomeStyles from "./Outcome.module.css";
import { usePaths } from "./WizardContext.ts";

interface Place {
  product: string;
  intermediary: number;
  relation?: number | undefined;
  quotation?: number | undefined;
}

interface Props {
  error: unknown;
  retry: () => void;
  busy: boolean;
  place: Place;
}

interface Reason {
  key: string;
  values?: Record<string, number>;
  /** Where to go on: the name of the link, and its address. */
  links: [string, string][];
}

/** A converted quotation is closed for another reason than an expired one (decisions 74). */
const whyClosed = ({ body }: PortalError) =>
  (body as { status?: unknown } | null)?.status === "P" ? "portal.quote.is_converted" : "portal.quote.not_open";

const linkRelation = ({ relation }: Place, to: Paths): [string, string][] =>
  relation === undefined ? [] : [["wizard.outcome.action.to_relation", to.relation(relation)]];

/** Null: another try may help. `office`: the office of the user, 0 without one. */
function findRefusal(error: unknown, routePlace: Place, office: number, to: Paths): Reason | null {
  if (!(error instanceof PortalError)) return null;
  const { product, intermediary, relation, quotation } = routePlace;
  if (error.code === "quotation_not_open" && quotation !== undefined) {
    const quote: [string, string] = ["wizard.outcome.action.to_quote", to.quote(quotation, relation)];
    return { key: whyClosed(error), links: [quote, ...linkRelation(routePlace, to)] };
  }
  if (error.status !== 404) return null;
  if (error.code === "unknown_product") return { key: "error.unknown_product", links: linkRelation(routePlace, to) };
  if (office === 0) return { key: "portal.dashboard.no_office", links: [] };
  if (intermediary !== office) {
    const begin = to.wizard({ product, intermediary: office });
    const values = { asked: intermediary, own: office };
    return { key: "wizard.refused.office", values, links: [["wizard.refused.begin_here", begin]] };
  }
  if (quotation !== undefined)
    return { key: "wizard.refused.quotation", links: [["wizard.refused.quotes", to.quotes()]] };
  if (relation !== undefined)
    return { key: "wizard.refused.relation", links: [["wizard.refused.relations", to.relations()]] };
  return { key: "portal.not_found.item", links: [] };
}

const whyFailed = (error: unknown) =>
  error instanceof PortalError && (error.code === "network" || error.code === "timeout")
    ? "error.network"
    : "portal.failure.text";

export function LoadFailed({ error, retry, busy, place }: Props) {
  const text = useText();
  const to = usePaths();
  const { data: profile } = useQuery(profileQuery());
  const refusal = findRefusal(error, place, profile ? (profile.intermediary ?? 0) : place.intermediary, to);
  const reference = error instanceof PortalError ? error.requestId : undefined;
  if (!refusal) {
    return (
      <Card title="portal.failure.title" reason={text(whyFailed(error))} reference={reference}>
        <Button kind="primary" icon="refresh" busy={busy} onClick={retry}>
          {text("common.action.retry")}
        </Button>
        <Links links={linkRelation(place, to)} />
      </Card>
    );
  }
  const { key, values, links } = refusal;
  const reason = values ? text(key, values) : <MailText id={key} />;
  return (
    <Card title="wizard.refused.title" reason={reason} reference={reference}>
      <Links links={links} />
    </Card>
  );
}

function Links({ links }: Pick<Reason, "links">) {
  const text = useText();
  return links.map(([name, to]) => (
    <Link key={name} className="button button-secondary" to={to}>
      {text(name)}
    </Link>
  ));
}

interface CardProps {
  title: string;
  reason: ReactNode;
  reference: string | undefined;
  children: ReactNode;
}

function Card({ title, reason, reference, children }: CardProps) {
  const text = useText();
  const to = usePaths();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={outcomeStyles.outcome}>
      <title>{text("common.page_title", { page: text(title) })}</title>
      <section className={`card ${outcomeStyles.card}`}>
        <span className={`${outcomeStyles.mark} ${outcomeStyles.fail}`}>
          <Icon name="error" />
        </span>
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {text(title)}
          </h1>
          <p className={outcomeStyles.lead}>{reason}</p>
        </div>
        {reference && <p className="muted small">{text("portal.failure.reference", { reference })}</p>}
        <div className="actions">
          {children}
          <Link className="button button-quiet" to={to.dashboard()}>
            {text("wizard.outcome.action.to_dashboard")}
          </Link>
        </div>
      </section>
    </div>
  );
}
