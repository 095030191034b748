// The list of damages, of everybody or of one relation, whole or searched.
import { useQuery } from "@tanstack/react-query";
import { damagePaths, damageQuery, damagesQuery } from "#api/damages.ts";
import { relationQuery } from "#api/relations.ts";
import type { Damage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen, type ListSetup } from "../masterDetail/ListScreen.tsx";
import { NewRequest } from "../NewRequest.tsx";
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

function useSetup(relation: number | undefined, company: string | undefined): ListSetup<Damage> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    title: company ? text("portal.damages.title_for_company", { company }) : text("portal.damages.title"),
    icon: "damage",
    perPage: 7,
    columns: damageColumns(format),
    rowKey: (row) => String(row.id),
    rowLabel: (row) => row.title,
    query: damagesQuery,
    one: (row) => damageQuery(row.id),
    open: (row) => to.damage(row.id, relation),
    all: to.damages({ relation }),
    count: (count) => text("portal.list.count.damages", { count }),
    empty: "portal.empty.damages",
    loading: "portal.damages.loading",
    panel: (row) => <DamagePanel row={row} relation={relation} />,
    file: damagePaths.list,
  };
}

export default function DamageList({ relation, search }: ListProps) {
  const { data } = useQuery({ ...relationQuery(relation ?? 0), enabled: relation !== undefined });
  const setup = useSetup(relation, relation === undefined ? undefined : data?.company);
  return (
    <ListScreen
      setup={setup}
      relation={relation}
      search={search}
      frame={relation === undefined ? undefined : { number: relation, page: "damages" }}
      actions={<NewRequest relation={relation === undefined ? undefined : data} ofRelation={relation !== undefined} />}
    />
  );
}
