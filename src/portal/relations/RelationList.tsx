// The list of relations, whole or searched.
import { relationPaths, relationQuery, relationsQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen, type ListSetup } from "../masterDetail/ListScreen.tsx";
import { NewRequest } from "../NewRequest.tsx";
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
  const text = useMessage();
  const to = usePaths();
  return {
    title: text("portal.relations.title"),
    icon: "users",
    perPage: 7,
    columns,
    rowKey: (row) => String(row.number),
    rowLabel: (row) => row.company,
    query: relationsQuery,
    one: (row) => relationQuery(row.number),
    open: (row) => to.relation(row.number),
    all: to.relations(),
    count: (count) => text("portal.list.count.relations", { count }),
    empty: "portal.empty.relations",
    loading: "portal.relations.loading",
    panel: (row) => <RelationPanel row={row} />,
    file: relationPaths.list,
  };
}

export default function RelationList({ search }: Pick<ListProps, "search">) {
  const setup = useSetup();
  return <ListScreen setup={setup} search={search} actions={<NewRequest />} />;
}
