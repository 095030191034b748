// The list of insurances, of everybody or of one relation, whole or searched.
import { policiesQuery, policyPaths, policyQuery } from "#api/policies.ts";
import type { Policy } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { insuranceColumns } from "../contractColumns.tsx";
import type { ListProps } from "../ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { usePaths } from "../usePortal.ts";
import { InsurancePanel } from "./InsurancePanel.tsx";

function useSetup(relation: number | undefined): ListSetup<Policy> {
  const text = useMessage();
  const to = usePaths();
  return {
    kind: "insurances",
    icon: "shield",
    perPage: 7,
    columns: insuranceColumns(relation !== undefined),
    rowKey: (row) => String(row.policy),
    rowLabel: (row) => text("portal.insurance.title", { number: String(row.policy) }),
    query: policiesQuery,
    one: (row) => policyQuery(row.policy, relation),
    open: (row) => to.insurance(row.policy, relation),
    all: to.insurances({ relation }),
    everywhere: (search) => to.insurances({ search }),
    panel: (row) => <InsurancePanel row={row} relation={relation} />,
    file: policyPaths.list,
  };
}

export default function InsuranceList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
