// Quotations: their list, and the page of one: what it covers, what it costs, and what can be done with it (spec: portal 2).
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { productIndexQuery } from "#api/productIndex.ts";
import { quotationPaths, quotationQuery, quotationsQuery } from "#api/quotations.ts";
import type { Quotation } from "#api/shapes.ts";
import { ContractPanels, RelationLink } from "../ContractPanels.tsx";
import { ownQuoteRows, quotationColumns } from "../contractColumns.tsx";
import { partyFacts, termFacts } from "../contractFacts.ts";
import type { KvItem } from "../kit/Kv.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { createScreens } from "../masterDetail/createScreens.tsx";
import type { ThingKind, Tools } from "../masterDetail/ThingKind.ts";
import { PageActions, PanelActions, WhyNot } from "./QuotationActions.tsx";
import { QuotationReferral } from "./QuotationReferral.tsx";

export const quotations: ThingKind<Quotation> = {
  kind: "quotes",
  perPage: 8,
  columns: quotationColumns,
  number: ({ number }) => number,
  label: ({ number }, text) => text("portal.quote.title", { number: String(number) }),
  title: (_quotation, number, text) => text("portal.quote.title", { number: String(number) }),
  list: quotationsQuery,
  one: quotationQuery,
  file: quotationPaths.list,
  badge: ({ status }) => <StatusBadge kind="quotation" code={status} />,
  sub: ({ product }) => product,
  latest: { columns: () => ownQuoteRows },
  facts: (quotation, tools) => [
    ...numberFacts(quotation, tools),
    { label: "portal.quote.field.relation_name", value: <RelationLink {...quotation} /> },
    { label: "portal.quote.field.product", value: quotation.product },
    ...partyFacts("quote", quotation),
    ...termFacts("quote", quotation, tools.format),
  ],
  PanelActions,
  page: {
    sub: (quotation) => (
      <>
        {quotation.product} · <RelationLink {...quotation} />
      </>
    ),
    Actions: ({ thing }) => thing && <PageActions thing={thing} />,
    Body: QuotationBody,
    // What can be done is known with the products.
    useWait: () => useQuery(productIndexQuery()).isPending,
  },
};
export const { List, Item, latest } = createScreens(quotations);

/** Its own number, and that of the policy it became, which leads there. */
function numberFacts({ number, policy }: Quotation, { to, relation }: Pick<Tools, "to" | "relation">): KvItem[] {
  const own: KvItem = { label: "portal.quote.field.number", value: number, num: true };
  if (!policy) return [own];
  const link = <Link to={to.insurance(policy, relation)}>{policy}</Link>;
  return [own, { label: "portal.insurance.field.policy_number", value: link, num: true }];
}

function QuotationBody({ thing, relation }: { thing: Quotation; relation: number | undefined }) {
  const to = usePaths();
  return (
    <>
      <WhyNot quotation={thing} relation={relation} />
      <QuotationReferral quotation={thing} />
      <ContractPanels kind="quote" contract={thing} numbers={numberFacts(thing, { to, relation })} />
    </>
  );
}
