// What the shell needs of each kind of thing: the code of its screens, loaded when it is first needed, and what one is called in
// the breadcrumb: its company, or under that company's own address its number (decisions 76).
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { damageQuery } from "#api/damages.ts";
import { invoiceQuery } from "#api/invoices.ts";
import { policyQuery } from "#api/policies.ts";
import { quotationQuery } from "#api/quotations.ts";
import { relationQuery } from "#api/relations.ts";
import type { Latest } from "#portal/masterDetail/createScreens.tsx";
import { type Kind, type KindName, LISTS } from "#routes/kinds.ts";
import type { RouteParams } from "#routes/table.ts";

/** A screen gets the parameters of its address. */
export type Screen = ComponentType<Required<RouteParams>>;

type Label = string | number | undefined;

interface ListParts {
  load: () => Promise<{ List: Screen; Item?: Screen; latest?: Latest }>;
  /** A page that is more than its kind. */
  loadItem?: () => Promise<Screen>;
}

interface KindParts extends ListParts {
  /** A hook: what the page loads anyway, so a crumb costs no call of its own. */
  useLabel: (id: number, relation: number | undefined) => Label;
  /** What it is called needs no word before it. */
  bare?: true;
}

export const kinds: Record<Kind, KindParts> & Record<Exclude<KindName, Kind>, ListParts> = {
  // What a referral is called is its number, which the address has.
  referrals: { load: () => import("#portal/referrals/referralKind.tsx"), useLabel: (id) => id },
  relations: {
    load: () => import("#portal/relations/relationKind.tsx"),
    async loadItem() {
      const [{ createItem }, latest] = await Promise.all([import("#portal/relations/relationKind.tsx"), loadLatest()]);
      return createItem(latest);
    },
    useLabel: (id) => useQuery(relationQuery(id)).data?.company,
    bare: true,
  },
  documents: { load: () => import("#portal/documents/documentKind.tsx") },
  quotes: {
    load: () => import("#portal/quotations/quotationKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(quotationQuery(id, relation));
      return relation === undefined ? data?.relationName : data?.number;
    },
  },
  insurances: {
    load: () => import("#portal/insurances/insuranceKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(policyQuery(id, relation));
      return relation === undefined ? data?.relationName : data?.policy;
    },
  },
  damages: {
    load: () => import("#portal/damages/damageKind.tsx"),
    useLabel: (id, relation) => useQuery(damageQuery(id, relation)).data?.title,
  },
  open_invoices: {
    load: () => import("#portal/open-invoices/invoiceKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(invoiceQuery(id, relation));
      return relation === undefined ? data?.relationName : data?.offer;
    },
  },
};

/** The boxes of a relation's page, in the order of the menu. */
const loadLatest = async (): Promise<Latest[]> =>
  (await Promise.all(LISTS.map((name) => kinds[name].load()))).flatMap(({ latest }) => latest ?? []);
