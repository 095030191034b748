// The list of damages, of everybody or of one relation, whole or searched.
import { damagePaths, damageQuery, damagesQuery } from "#api/damages.ts";
import type { Damage } from "#api/shapes.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { StatusBadge } from "../Status.tsx";
import { type Format, useFormat, usePaths } from "../usePortal.ts";
import { DamagePanel } from "./DamagePanel.tsx";

function damageColumns(format: Format): Column<Damage>[] {
  return [
    {
      key: "title",
      header: "portal.damages.column.title",
      value: (row) => row.title,
      sub: (row) => row.relationName,
      place: 1,
      full: true,
    },
    {
      key: "date",
      header: "portal.damages.column.date",
      value: (row) => format.date(row.reportDate),
      place: 3,
      num: true,
    },
    {
      key: "status",
      header: "portal.damages.column.status",
      value: (row) => <StatusBadge kind="damage" code={row.status} />,
      place: 4,
      end: true,
    },
  ];
}

function useSetup(relation: number | undefined): ListSetup<Damage> {
  const format = useFormat();
  const to = usePaths();
  return {
    kind: "damages",
    icon: "damage",
    perPage: 7,
    columns: damageColumns(format),
    rowKey: (row) => String(row.id),
    rowLabel: (row) => row.title,
    query: damagesQuery,
    one: (row) => damageQuery(row.id),
    open: (row) => to.damage(row.id, relation),
    all: to.damages({ relation }),
    panel: (row) => <DamagePanel row={row} relation={relation} />,
    file: damagePaths.list,
  };
}

export default function DamageList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
