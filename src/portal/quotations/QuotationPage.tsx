// One quotation: what it covers, what it costs, and what can be done with it (spec: portal 2, quote page).
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { productIndexQuery } from "#api/products.ts";
import { quotationQuery } from "#api/quotations.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { ContractPanels, RelationLink } from "../ContractPanels.tsx";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Page } from "../kit/Page.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { ConvertButton } from "./ConvertButton.tsx";
import { numberFacts } from "./numberFacts.tsx";
import styles from "./QuotationPage.module.css";
import { useQuoteActions } from "./useQuoteActions.ts";

export default function QuotationPage({ id: quotation, relation }: ItemProps) {
  const text = useMessage();
  const to = usePaths();
  const found = useItem<Quotation>(quotationQuery(quotation, relation));
  // What can be done is known with the products: the page shows once both are there, so that nothing moves.
  const waits = useQuery(productIndexQuery()).isPending;
  const item = waits ? { ...found, data: undefined } : found;
  const { data } = item;
  const back = { to: to.quotes({ relation }), label: text("portal.quotes.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.quote.title", { number: String(quotation) })}
      icon="quote"
      badge={data && <StatusBadge kind="quotation" code={data.status} />}
      sub={data ? <Subject {...data} /> : null}
      actions={data && <Actions quotation={data} />}
      longActions
      relation={relation === undefined ? undefined : { number: relation, page: "quotes" }}
    >
      <ItemBody item={item} back={back}>
        {(found) => (
          <>
            <WhyNot quotation={found} relation={relation} />
            <ContractPanels kind="quote" contract={found} numbers={numberFacts(found, to, relation)} />
          </>
        )}
      </ItemBody>
    </Page>
  );
}

function Subject({ product, relation, relationName }: Quotation) {
  return (
    <>
      {product} · <RelationLink relation={relation} relationName={relationName} />
    </>
  );
}

function Actions({ quotation }: { quotation: Quotation }) {
  const text = useMessage();
  const actions = useQuoteActions(quotation);
  if (!actions) return null;
  return (
    <>
      {quotation.changeable !== false && (
        <Link className="btn btn-quiet" to={actions.copy}>
          <Icon name="copy" />
          {text("portal.quote.action.copy")}
        </Link>
      )}
      {!actions.noChange && (
        <Link className="btn btn-secondary" to={actions.change}>
          <Icon name="edit" />
          {text("portal.quote.action.change")}
        </Link>
      )}
      {!actions.noConvert && <ConvertButton quotation={quotation} />}
    </>
  );
}

/** Why nothing can be done with it any more, and the way to what it became (decisions 74). */
function WhyNot({ quotation, relation }: { quotation: Quotation; relation: number | undefined }) {
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
          <Link className="btn btn-secondary btn-sm" to={to.insurance(policy, relation)}>
            {text("portal.insurances.action.maximize")}
          </Link>
        )
      }
    >
      {text(why)}
    </Notice>
  );
}
