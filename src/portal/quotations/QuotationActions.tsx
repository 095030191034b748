// The actions of a quotation, beside its list and on its page, or why there are none. Changing and converting are there
// when its product is one that can be requested.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Quotation } from "#api/portfolio/contracts.ts";
import { profileQuery } from "#api/profile.ts";
import { productIndexQuery, productOfCode } from "#api/wizard/productIndex.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import detailPanelStyles from "../masterDetail/DetailPanel.module.css";
import styles from "./QuotationActions.module.css";

interface QuoteActions {
  change: string;
  convert: string;
  /** The wizard's view of all answers. */
  check: string;
  /** A new request for the same relation, filled with this quotation's answers. */
  copy: string;
  /** Why the quotation can be neither changed nor converted. */
  noActions: MessageId | undefined;
}

export function findObstacle({ status, hasAnswers }: Pick<Quotation, "status" | "hasAnswers">): MessageId | undefined {
  if (status === "P") return "portal.quote.is_converted";
  if (status && status !== "O") return "portal.quote.not_open";
  return hasAnswers === false ? "portal.quote.no_answers" : undefined;
}

/** Its possible actions, or why there are none (decisions 74). Null if its product is not one of ours. */
function useQuoteActions(quotation: Quotation): QuoteActions | null {
  const to = usePaths();
  const { data: index } = useQuery(productIndexQuery());
  const { data: profile } = useQuery(profileQuery());
  const product = index && productOfCode(index, quotation.productCode);
  // All of it is the own office's: that is the office of a quotation that names none.
  const intermediary = quotation.intermediary || profile?.intermediary;
  if (!product || !quotation.relation || !intermediary) return null;
  const address = {
    product: product.key,
    intermediary,
    relation: quotation.relation,
    quotation: quotation.number,
  };
  const convert = to.wizard({ ...address, policy: true, anew: true });
  return {
    change: to.wizard({ ...address, anew: true }),
    convert,
    check: `${convert}&check`,
    copy: `${to.wizard({ ...address, quotation: undefined })}?copy=${quotation.number}`,
    noActions: findObstacle(quotation),
  };
}

/**
 * Quote to policy: asks whether the entered data are still correct (spec: portal 4). Accepting goes to the wizard's
 * quote-to-policy flow, declining to its view of all answers.
 */
function ConvertButton({ actions, block }: { actions: QuoteActions; block?: boolean }) {
  const text = useMessage();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="primary" icon="convert" block={block} onClick={() => setAsking(true)}>
        {text("portal.quote.action.to_policy")}
      </Button>
      {asking && (
        <Dialog
          title={text("portal.quote_to_policy.confirm.title")}
          intro={text("portal.quote_to_policy.confirm.question")}
          onClose={() => setAsking(false)}
        >
          <div className="actions">
            <Button kind="primary" onClick={() => navigate(actions.convert)}>
              {text("portal.quote_to_policy.confirm.accept")}
            </Button>
            <Button onClick={() => navigate(actions.check)}>{text("portal.quote_to_policy.confirm.decline")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function PanelActions({ thing: quotation, open }: { thing: Quotation; open: { to: string; label: string } }) {
  const text = useMessage();
  const actions = useQuoteActions(quotation);
  const possible = actions && !actions.noActions;
  return (
    <>
      {possible && <ConvertButton actions={actions} block />}
      <div className={possible ? detailPanelStyles.pair : undefined}>
        <Link className={possible ? "button button-secondary" : "button button-secondary button-wide"} to={open.to}>
          {open.label}
        </Link>
        {possible && (
          <Link className="button button-secondary" to={actions.change}>
            {text("portal.quotes.action.edit")}
          </Link>
        )}
      </div>
      {actions?.noActions && <p className="reason">{text(actions.noActions)}</p>}
    </>
  );
}

export function PageActions({ thing: quotation }: { thing: Quotation }) {
  const text = useMessage();
  const actions = useQuoteActions(quotation);
  if (!actions) return null;
  return (
    <>
      {quotation.hasAnswers !== false && (
        <Link className="button button-quiet" to={actions.copy}>
          <Icon name="copy" />
          {text("portal.quote.action.copy")}
        </Link>
      )}
      {!actions.noActions && (
        <>
          <Link className="button button-secondary" to={actions.change}>
            <Icon name="edit" />
            {text("portal.quote.action.change")}
          </Link>
          <ConvertButton actions={actions} />
        </>
      )}
    </>
  );
}

/** A change of it was saved and waits to be sent. */
export function UnsentChange({ quotation }: { quotation: Quotation }) {
  const text = useMessage();
  const date = useFormat().date(quotation.unsentChange);
  const actions = useQuoteActions(quotation);
  if (!date || !actions || actions.noActions) return null;
  return (
    <Notice
      className={styles.notice}
      action={
        <Link className="button button-secondary button-small" to={actions.change}>
          {text("portal.quote.action.go_on_changing")}
        </Link>
      }
    >
      {text("portal.quote.unsent_change", { date })}
    </Notice>
  );
}

/** Why it has no actions any more, and the link to its policy (decisions 74). */
export function WhyNot({ quotation, relation }: { quotation: Quotation; relation: number | undefined }) {
  const text = useMessage();
  const to = usePaths();
  const { policy } = quotation;
  const why = useQuoteActions(quotation)?.noActions;
  if (!why) return null;
  return (
    <Notice
      className={styles.notice}
      action={
        policy && (
          <Link className="button button-secondary button-small" to={to.insurance(policy, relation)}>
            {text("portal.insurances.action.maximize")}
          </Link>
        )
      }
    >
      {text(why)}
    </Notice>
  );
}
