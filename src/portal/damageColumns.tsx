// Columns of damages: in their own list, and in the boxes of the dashboards.
import type { Damage } from "#api/portfolio/damages.ts";
import { columns } from "#api/wire/columns.ts";
import { clientColumn } from "./clientColumn.ts";
import type { Column } from "./kit/list/DataTable.tsx";
import { StatusBadge } from "./kit/Status.tsx";
import type { Format } from "./kit/usePortal.ts";

const { title, report_date, desc_status_code } = columns.damage;

export const damageColumns = (format: Format, ofRelation: boolean): readonly Column<Damage>[] => [
  ...clientColumn(ofRelation, true),
  { ...title, value: (row) => row.title, place: 1, full: true },
  { ...report_date, value: (row) => format.date(row.reportDate), place: 3 },
  { ...desc_status_code, value: (row) => <StatusBadge kind="damage" code={row.status} />, place: 4, end: true },
];
