// The panel of the selected insurance.
import { policyQuery } from "#api/policies.ts";
import type { Policy } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { RelationLink } from "../ContractPanels.tsx";
import { partyFacts, termFacts } from "../contractFacts.ts";
import { Kv } from "../kit/Kv.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { DetailPanel } from "../masterDetail/DetailPanel.tsx";
import { useItem } from "../masterDetail/useItem.ts";

export function InsurancePanel({ row, relation }: { row: Policy; relation: number | undefined }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const { data, loading } = useItem(policyQuery(row.policy, relation), row);
  const policy = data ?? row;
  return (
    <DetailPanel
      title={text("portal.insurance.title", { number: String(policy.policy) })}
      sub={policy.product}
      open={{ to: to.insurance(policy.policy, relation), label: text("portal.insurances.action.maximize") }}
    >
      <Kv
        loading={loading}
        items={[
          { label: "portal.insurance.field.policy_number", value: policy.policy, num: true },
          { label: "portal.insurance.field.relation_name", value: <RelationLink {...policy} /> },
          { label: "portal.insurance.field.product", value: policy.product },
          ...partyFacts("insurance", policy),
          ...termFacts("insurance", policy, format),
        ]}
      />
    </DetailPanel>
  );
}
