// The list of insurances, of everybody or of one relation, whole or searched.
import { useQuery } from "@tanstack/react-query";
import { policiesQuery, policyPaths, policyQuery } from "#api/policies.ts";
import { relationQuery } from "#api/relations.ts";
import type { Policy } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import { ListScreen, type ListSetup } from "../masterDetail/ListScreen.tsx";
import { NewRequest } from "../NewRequest.tsx";
import { usePaths } from "../usePortal.ts";
import { insuranceColumns } from "./columns.tsx";
import { InsurancePanel } from "./InsurancePanel.tsx";

function useSetup(relation: number | undefined, company: string | undefined): ListSetup<Policy> {
  const text = useMessage();
  const to = usePaths();
  return {
    title: company ? text("portal.insurances.title_for_company", { company }) : text("portal.insurances.title"),
    icon: "shield",
    perPage: 7,
    columns: insuranceColumns,
    rowKey: (row) => String(row.policy),
    rowLabel: (row) => text("portal.insurance.title", { number: String(row.policy) }),
    query: policiesQuery,
    one: (row) => policyQuery(row.policy),
    open: (row) => to.insurance(row.policy, relation),
    all: to.insurances({ relation }),
    count: (count) => text("portal.list.count.insurances", { count }),
    empty: "portal.empty.insurances",
    loading: "portal.insurances.loading",
    panel: (row) => <InsurancePanel row={row} relation={relation} />,
    file: policyPaths.list,
  };
}

export default function InsuranceList({ relation, search }: ListProps) {
  const { data } = useQuery({ ...relationQuery(relation ?? 0), enabled: relation !== undefined });
  const setup = useSetup(relation, relation === undefined ? undefined : data?.company);
  return (
    <ListScreen
      setup={setup}
      relation={relation}
      search={search}
      frame={relation === undefined ? undefined : { number: relation, page: "insurances" }}
      actions={<NewRequest relation={relation === undefined ? undefined : data} ofRelation={relation !== undefined} />}
    />
  );
}
