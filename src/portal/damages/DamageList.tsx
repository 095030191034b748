// The list of damages, of everybody or of one relation, whole or searched.
import { damagePaths, damageQuery, damagesQuery } from "#api/damages.ts";
import type { Damage } from "#api/shapes.ts";
import { damageColumns } from "../damageColumns.tsx";
import type { ListProps } from "../ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { useFormat, usePaths } from "../usePortal.ts";
import { DamagePanel } from "./DamagePanel.tsx";

function useSetup(relation: number | undefined): ListSetup<Damage> {
  const format = useFormat();
  const to = usePaths();
  return {
    kind: "damages",
    icon: "damage",
    perPage: 7,
    columns: damageColumns(format, relation !== undefined),
    rowKey: (row) => String(row.id),
    rowLabel: (row) => row.title,
    query: damagesQuery,
    one: (row) => damageQuery(row.id, relation),
    open: (row) => to.damage(row.id, relation),
    all: to.damages({ relation }),
    everywhere: (search) => to.damages({ search }),
    panel: (row) => <DamagePanel row={row} relation={relation} />,
    file: damagePaths.list,
  };
}

export default function DamageList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
