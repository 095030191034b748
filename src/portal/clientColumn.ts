// The first column of every list that is not of one relation: a broker looks for the client.
import { columns } from "#api/wire/columns.ts";
import type { Column } from "./kit/list/DataTable.tsx";

interface ClientNames {
  relationName: string;
  insuredName?: string | null;
}

export const clientColumn = (ofRelation: boolean, full = false): readonly Column<ClientNames>[] =>
  ofRelation
    ? []
    : [
        {
          ...columns.quotation.relation_name,
          value: (row) => row.relationName || null,
          sub: (row) => row.insuredName,
          place: 1,
          full,
        },
      ];
