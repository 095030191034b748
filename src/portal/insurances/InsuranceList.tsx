// The list of insurances, of everybody or of one relation, whole or searched.
import { policiesQuery, policyPaths, policyQuery } from "#api/policies.ts";
import { useMessage } from "#widgets/text.ts";
import { insuranceColumns } from "../contractColumns.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import { InsurancePanel } from "./InsurancePanel.tsx";

export default function InsuranceList(address: ListProps) {
  const text = useMessage();
  return (
    <ListScreen
      {...address}
      setup={{
        kind: "insurances",
        perPage: 7,
        columns: insuranceColumns(address.relation !== undefined),
        number: (row) => row.policy,
        label: (row) => text("portal.insurance.title", { number: String(row.policy) }),
        list: policiesQuery,
        one: policyQuery,
        Panel: InsurancePanel,
        file: policyPaths.list,
      }}
    />
  );
}
