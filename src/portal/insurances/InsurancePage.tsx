// One insurance: the same panels as a quotation, with its policy number.
import { policyQuery } from "#api/policies.ts";
import type { Policy } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { ContractPanels, RelationLink } from "../ContractPanels.tsx";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Page } from "../kit/Page.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";

export default function InsurancePage({ id: policy, relation }: ItemProps) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Policy>(policyQuery(policy, relation));
  const { data } = item;
  const back = { to: to.insurances({ relation }), label: text("portal.insurances.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.insurance.title", { number: String(policy) })}
      icon="shield"
      sub={
        data ? (
          <>
            {data.product} · <RelationLink relation={data.relation} relationName={data.relationName} />
          </>
        ) : null
      }
      relation={relation === undefined ? undefined : { number: relation, page: "insurances" }}
    >
      <ItemBody item={item} back={back}>
        {(found) => (
          <ContractPanels
            kind="insurance"
            contract={found}
            numbers={[{ label: "portal.insurance.field.policy_number", value: found.policy, num: true }]}
          />
        )}
      </ItemBody>
    </Page>
  );
}
