// Insurances: their list, and the page of one, with the same panels as a quotation and its policy number.
import { type Policy, policyCalls } from "#api/portfolio/contracts.ts";
import { CompanyLine, ContractPanels, companyFacts, partyFacts, premiumFact, termFacts } from "../ContractPanels.tsx";
import { insuranceColumns } from "../contractColumns.tsx";
import type { KvItem } from "../kit/Kv.tsx";
import { createScreens } from "../masterDetail/createScreens.tsx";
import type { ThingKind } from "../masterDetail/ThingKind.ts";

const numberFact = ({ policy }: Policy): KvItem => ({
  label: "portal.insurance.field.policy_number",
  value: policy,
  num: true,
});

export const insurances: ThingKind<Policy> = {
  kind: "insurances",
  perPage: 7,
  columns: insuranceColumns,
  filters: ["product", "expiry"],
  number: ({ policy }) => policy,
  label: ({ policy }, text) => text("portal.insurance.title", { number: String(policy) }),
  title: (_policy, number, text) => text("portal.insurance.title", { number: String(number) }),
  ...policyCalls,
  // Policies are asked for by 15 (spec: portal 9).
  latestAsked: 15,
  sum: "portal.list.sum.insurances",
  summary: ({ sum, total }, { text, format }) =>
    sum === undefined
      ? { label: "portal.nav.insurances", value: total }
      : {
          label: "portal.relation_dashboard.summary.insurances",
          value: format.money(sum),
          note: text("portal.list.count.insurances", { count: total }),
        },
  facts: (policy, { format }) => [
    numberFact(policy),
    ...companyFacts("insurance", policy),
    { label: "portal.insurance.field.product", value: policy.product, long: true },
    ...partyFacts("insurance", policy),
    ...termFacts("insurance", policy, format),
    premiumFact("insurance", policy, format),
  ],
  page: {
    sub: (policy) => <CompanyLine contract={policy} />,
    Body: ({ thing, relation }) => (
      <ContractPanels
        kind="insurance"
        contract={thing}
        number={thing.policy}
        numbers={[numberFact(thing)]}
        relation={relation}
      />
    ),
  },
};
export const { List, Item, latest } = createScreens(insurances);
