// Columns of damages: in their own list, and in the boxes of the dashboards.
import type { Damage } from "#api/portfolio/damages.ts";
import { clientColumn } from "./clientColumn.ts";
import type { Column } from "./kit/list/DataTable.tsx";
import { StatusBadge } from "./kit/Status.tsx";
import type { Format } from "./kit/usePortal.ts";

function columns(
  words: "damages" | "dashboard.damages",
  format: Format,
  title: Pick<Column<Damage>, "width">,
): readonly Column<Damage>[] {
  return [
    {
      key: "title",
      header: `portal.${words}.column.title`,
      value: (row) => row.title,
      sort: "title",
      place: 1,
      full: true,
      ...title,
    },
    {
      key: "date",
      header: `portal.${words}.column.date`,
      value: (row) => format.date(row.reportDate),
      sort: "report_date",
      place: 3,
      num: true,
      width: title.width && "column-number",
    },
    {
      key: "status",
      header: `portal.${words}.column.status`,
      value: (row) => <StatusBadge kind="damage" code={row.status} />,
      sort: "desc_status_code",
      place: 4,
      end: true,
    },
  ];
}

export const damageColumns = {
  /** `own`: the list of one relation. */
  list: (format: Format, ofRelation: boolean): readonly Column<Damage>[] => [
    ...clientColumn(ofRelation, true),
    ...columns("damages", format, {}),
  ],
  box: (format: Format) => columns("dashboard.damages", format, { width: "column-text" }),
};
