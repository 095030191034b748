// The list of relations, whole or searched.
import { relationPaths, relationQuery, relationsQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import type { Column } from "../kit/DataTable.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import { RelationPanel } from "./RelationPanel.tsx";

export const columns: readonly Column<Relation>[] = [
  {
    key: "name",
    header: "portal.relations.column.name",
    value: (row) => row.company,
    place: 1,
    sort: "company",
  },
  {
    key: "city",
    header: "portal.relations.column.city",
    value: (row) => row.city,
    place: 4,
    sort: "city",
  },
];

export default function RelationList({ search }: Pick<ListProps, "search">) {
  return (
    <ListScreen
      search={search}
      setup={{
        kind: "relations",
        perPage: 7,
        columns: () => columns,
        number: (row) => row.number,
        label: (row) => row.company,
        list: relationsQuery,
        one: relationQuery,
        Panel: RelationPanel,
        file: relationPaths.list,
      }}
    />
  );
}
