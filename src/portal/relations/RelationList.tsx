// The list of relations, whole or searched.
import { relationPaths, relationQuery, relationsQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { usePaths } from "../usePortal.ts";
import { RelationPanel } from "./RelationPanel.tsx";

const columns: readonly Column<Relation>[] = [
  {
    key: "name",
    header: "portal.relations.column.name",
    value: (row) => row.company,
    place: 1,
  },
  {
    key: "city",
    header: "portal.relations.column.city",
    value: (row) => row.city,
    place: 4,
  },
];

function useSetup(): ListSetup<Relation> {
  const to = usePaths();
  return {
    kind: "relations",
    icon: "users",
    perPage: 7,
    columns,
    rowKey: (row) => String(row.number),
    rowLabel: (row) => row.company,
    query: relationsQuery,
    one: (row) => relationQuery(row.number),
    open: (row) => to.relation(row.number),
    all: to.relations(),
    panel: (row) => <RelationPanel row={row} />,
    file: relationPaths.list,
  };
}

export default function RelationList({ search }: Pick<ListProps, "search">) {
  return <ListScreen setup={useSetup()} search={search} />;
}
