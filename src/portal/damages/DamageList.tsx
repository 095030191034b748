// The list of damages, of everybody or of one relation, whole or searched.
import { damagePaths, damageQuery, damagesQuery } from "#api/damages.ts";
import { damageColumns } from "../damageColumns.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { useFormat } from "../kit/usePortal.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import { DamagePanel } from "./DamagePanel.tsx";

export default function DamageList(address: ListProps) {
  return (
    <ListScreen
      {...address}
      setup={{
        kind: "damages",
        perPage: 7,
        columns: damageColumns(useFormat(), address.relation !== undefined),
        number: (row) => row.id,
        label: (row) => row.title,
        list: damagesQuery,
        one: damageQuery,
        Panel: DamagePanel,
        file: damagePaths.list,
      }}
    />
  );
}
