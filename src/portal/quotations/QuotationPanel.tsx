// The panel of the selected quotation. Changing and converting are there when its product is one that can be requested.
import { useId } from "react";
import { Link } from "react-router";
import { quotationQuery } from "#api/quotations.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { RelationLink } from "../ContractPanels.tsx";
import { partyFacts, termFacts } from "../contractFacts.ts";
import { Kv } from "../kit/Kv.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import detailPanelStyles from "../masterDetail/DetailPanel.module.css";
import { DetailPanel } from "../masterDetail/DetailPanel.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import { ConvertButton } from "./ConvertButton.tsx";
import { numberFacts } from "./numberFacts.tsx";
import { useQuoteActions } from "./useQuoteActions.ts";

export function QuotationPanel({ row, relation }: { row: Quotation; relation: number | undefined }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const { data, loading } = useItem(quotationQuery(row.number, relation), row);
  const quotation = data ?? row;
  const open = { to: to.quote(quotation.number, relation), label: text("portal.quotes.action.maximize") };
  return (
    <DetailPanel
      badge={<StatusBadge kind="quotation" code={quotation.status} />}
      title={text("portal.quote.title", { number: String(quotation.number) })}
      sub={quotation.product}
      open={open}
      actions={<PanelActions quotation={quotation} open={open} />}
    >
      <Kv
        loading={loading}
        items={[
          ...numberFacts(quotation, to, relation),
          { label: "portal.quote.field.relation_name", value: <RelationLink {...quotation} /> },
          { label: "portal.quote.field.product", value: quotation.product },
          ...partyFacts("quote", quotation),
          ...termFacts("quote", quotation, format),
        ]}
      />
    </DetailPanel>
  );
}

function PanelActions({ quotation, open }: { quotation: Quotation; open: { to: string; label: string } }) {
  const text = useMessage();
  const actions = useQuoteActions(quotation);
  const why = useId();
  return (
    <>
      <ConvertButton quotation={quotation} block />
      <div className={actions ? detailPanelStyles.pair : undefined}>
        <Link className={actions ? "btn btn-secondary" : "btn btn-secondary btn-block"} to={open.to}>
          {open.label}
        </Link>
        {actions?.noChange && (
          <Button unavailable aria-describedby={why}>
            {text("portal.quotes.action.edit")}
          </Button>
        )}
        {actions && !actions.noChange && (
          <Link className="btn btn-secondary" to={actions.change}>
            {text("portal.quotes.action.edit")}
          </Link>
        )}
      </div>
      {actions?.noChange && (
        <p className={actions.noChange === actions.noConvert ? "sr" : "reason"} id={why}>
          {text(actions.noChange)}
        </p>
      )}
    </>
  );
}
