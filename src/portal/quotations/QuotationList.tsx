// The list of quotations, of everybody or of one relation, whole or searched.
import { quotationPaths, quotationQuery, quotationsQuery } from "#api/quotations.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { quotationColumns } from "../contractColumns.tsx";
import type { ListProps } from "../ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { useFormat, usePaths } from "../usePortal.ts";
import { QuotationPanel } from "./QuotationPanel.tsx";

function useSetup(relation: number | undefined): ListSetup<Quotation> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    kind: "quotes",
    icon: "quote",
    perPage: 8,
    columns: quotationColumns(format, relation !== undefined),
    rowKey: (row) => String(row.number),
    rowLabel: (row) => text("portal.quote.title", { number: String(row.number) }),
    query: quotationsQuery,
    one: (row) => quotationQuery(row.number, relation),
    open: (row) => to.quote(row.number, relation),
    all: to.quotes({ relation }),
    everywhere: (search) => to.quotes({ search }),
    panel: (row) => <QuotationPanel row={row} relation={relation} />,
    file: quotationPaths.list,
  };
}

export default function QuotationList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
