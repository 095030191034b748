// The list of quotations, of everybody or of one relation, whole or searched.
import { useQuery } from "@tanstack/react-query";
import { quotationPaths, quotationQuery, quotationsQuery } from "#api/quotations.ts";
import { relationQuery } from "#api/relations.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import { ListScreen, type ListSetup } from "../masterDetail/ListScreen.tsx";
import { NewRequest } from "../NewRequest.tsx";
import { useFormat, usePaths } from "../usePortal.ts";
import { quotationColumns } from "./columns.tsx";
import { QuotationPanel } from "./QuotationPanel.tsx";

function useSetup(relation: number | undefined, company: string | undefined): ListSetup<Quotation> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    title: company ? text("portal.quotes.title_for_company", { company }) : text("portal.quotes.title"),
    icon: "quote",
    perPage: 8,
    columns: quotationColumns(format),
    rowKey: (row) => String(row.number),
    rowLabel: (row) => text("portal.quote.title", { number: String(row.number) }),
    query: quotationsQuery,
    one: (row) => quotationQuery(row.number),
    open: (row) => to.quote(row.number, relation),
    all: to.quotes({ relation }),
    count: (count) => text("portal.list.count.quotes", { count }),
    empty: "portal.empty.quotes",
    loading: "portal.quotes.loading",
    panel: (row) => <QuotationPanel row={row} relation={relation} />,
    file: quotationPaths.list,
  };
}

export default function QuotationList({ relation, search }: ListProps) {
  const { data } = useQuery({ ...relationQuery(relation ?? 0), enabled: relation !== undefined });
  const setup = useSetup(relation, relation === undefined ? undefined : data?.company);
  return (
    <ListScreen
      setup={setup}
      relation={relation}
      search={search}
      frame={relation === undefined ? undefined : { number: relation, page: "quotes" }}
      actions={<NewRequest relation={relation === undefined ? undefined : data} ofRelation={relation !== undefined} />}
    />
  );
}
