// The actions of a quotation, beside its list and on its page, or why there are none. Changing and converting are there
// when its product is one that can be requested.

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
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
  /** Why the quotation cannot be changed. Absent if it can. */
  noChange?: MessageId;
  noConvert?: MessageId;
}

type Reasons = Pick<QuoteActions, "noChange" | "noConvert">;

export function reasons({ status, changeable }: Pick<Quotation, "status" | "changeable">): Reasons {
  const both = (why: MessageId): Reasons => ({ noChange: why, noConvert: why });
  if (status === "P") return both("portal.quote.is_converted");
  if (status && status !== "O") return both("portal.quote.not_open");
  return changeable === false ? both("portal.quote.no_answers") : {};
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
    ...reasons(quotation),
  };
}

/**
 * Quote to policy: asks whether the entered data are still correct (spec: portal 4). Accepting goes to the wizard's
 * quote-to-policy flow, declining to its view of all answers. If not possible, the reason is below the button.
 */
function ConvertButton({ quotation, block }: { quotation: Quotation; block?: boolean }) {
  const text = useMessage();
  const navigate = useNavigate();
  const actions = useQuoteActions(quotation);
  const [asking, setAsking] = useState(false);
  const why = useId();
  if (!actions) return null;
  const { noConvert } = actions;
  return (
    <>
      <Button
        kind="primary"
        icon="convert"
        block={block}
        unavailable={noConvert !== undefined}
        aria-describedby={noConvert && why}
        onClick={() => setAsking(true)}
      >
        {text("portal.quote.action.to_policy")}
      </Button>
      {noConvert && (
        <p className="reason" id={why}>
          {text(noConvert)}
        </p>
      )}
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
  const why = useId();
  return (
    <>
      <ConvertButton quotation={quotation} block />
      <div className={actions ? detailPanelStyles.pair : undefined}>
        <Link className={actions ? "button button-secondary" : "button button-secondary button-wide"} to={open.to}>
          {open.label}
        </Link>
        {actions?.noChange && (
          <Button unavailable aria-describedby={why}>
            {text("portal.quotes.action.edit")}
          </Button>
        )}
        {actions && !actions.noChange && (
          <Link className="button button-secondary" to={actions.change}>
            {text("portal.quotes.action.edit")}
          </Link>
        )}
      </div>
      {actions?.noChange && (
        <p className={actions.noChange === actions.noConvert ? "visually-hidden" : "reason"} id={why}>
          {text(actions.noChange)}
        </p>
      )}
    </>
  );
}

export function PageActions({ thing: quotation }: { thing: Quotation }) {
  const text = useMessage();
  const actions = useQuoteActions(quotation);
  if (!actions) return null;
  return (
    <>
      {quotation.changeable !== false && (
        <Link className="button button-quiet" to={actions.copy}>
          <Icon name="copy" />
          {text("portal.quote.action.copy")}
        </Link>
      )}
      {!actions.noChange && (
        <Link className="button button-secondary" to={actions.change}>
          <Icon name="edit" />
          {text("portal.quote.action.change")}
        </Link>
      )}
      {!actions.noConvert && <ConvertButton quotation={quotation} />}
    </>
  );
}

/** A change of it was saved and waits to be sent. */
export function UnsentChange({ quotation }: { quotation: Quotation }) {
  const text = useMessage();
  const date = useFormat().date(quotation.unsentChange);
  const actions = useQuoteActions(quotation);
  if (!date || !actions || actions.noChange) return null;
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
  const why = useQuoteActions(quotation)?.noConvert;
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
