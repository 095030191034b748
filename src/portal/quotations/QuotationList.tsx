// The list of quotations, of everybody or of one relation, whole or searched.
import { quotationPaths, quotationQuery, quotationsQuery } from "#api/quotations.ts";
import { useMessage } from "#widgets/text.ts";
import { quotationColumns } from "../contractColumns.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { useFormat } from "../kit/usePortal.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import { QuotationPanel } from "./QuotationPanel.tsx";

export default function QuotationList(address: ListProps) {
  const text = useMessage();
  return (
    <ListScreen
      {...address}
      setup={{
        kind: "quotes",
        perPage: 8,
        columns: quotationColumns(useFormat(), address.relation !== undefined),
        number: (row) => row.number,
        label: (row) => text("portal.quote.title", { number: String(row.number) }),
        list: quotationsQuery,
        one: quotationQuery,
        Panel: QuotationPanel,
        file: quotationPaths.list,
      }}
    />
  );
}
