// Which screen a route shows. Every feature of the portal and the wizard is loaded when it is first needed, so the shell
// stays small.
import type { ComponentType } from "react";
import type { FlowName } from "#engine/types.ts";
import type { ListName } from "#routes/kinds.ts";
import type { RouteName, RouteParams } from "#routes/table.ts";
import { Failure } from "./Failure.tsx";

/** A screen gets the parameters of its address. */
export type Screen = ComponentType<Required<RouteParams>>;
export type LoadScreen = () => Promise<{ default: Screen }>;

const wizard = (flow: FlowName) => async () => {
  const { default: WizardRoute } = await import("./WizardRoute.tsx");
  return { default: (params: RouteParams) => <WizardRoute flow={flow} {...params} /> };
};
const outcome: LoadScreen = () => import("#wizard/outcome/OutcomePage.tsx");

const lists: Record<ListName, { list: LoadScreen; item: LoadScreen }> = {
  quotes: {
    list: () => import("#portal/quotations/QuotationList.tsx"),
    item: () => import("#portal/quotations/QuotationPage.tsx"),
  },
  insurances: {
    list: () => import("#portal/insurances/InsuranceList.tsx"),
    item: () => import("#portal/insurances/InsurancePage.tsx"),
  },
  damages: {
    list: () => import("#portal/damages/DamageList.tsx"),
    item: () => import("#portal/damages/DamagePage.tsx"),
  },
  open_invoices: {
    list: () => import("#portal/open-invoices/InvoiceList.tsx"),
    item: () => import("#portal/open-invoices/InvoicePage.tsx"),
  },
};

const listScreens = Object.entries(lists).flatMap(([name, { list, item }]) => [
  [name, list],
  [`${name}.item`, item],
  [`relation.${name}`, list],
  [`relation.${name}.item`, item],
]);

/** A search has no screen of its own: its list shows it. */
export const screens: Partial<Record<RouteName, LoadScreen>> = {
  dashboard: () => import("#portal/dashboard/Dashboard.tsx"),
  request: wizard("newTempRequest"),
  newRequest: wizard("newRequest"),
  editQuote: wizard("editQuote"),
  quoteToPolicy: wizard("quoteToPolicy"),
  requestOutcome: outcome,
  newRequestOutcome: outcome,
  failure: async () => ({ default: () => <Failure /> }),
  settings: () => import("./Settings.tsx"),
  account: () => import("#portal/account/Account.tsx"),
  accountDetails: () => import("#portal/account/AccountDetails.tsx"),
  staff: () => import("#portal/account/StaffList.tsx"),
  employee: () => import("#portal/account/StaffMember.tsx"),
  relations: () => import("#portal/relations/RelationList.tsx"),
  relation: () => import("#portal/relations/RelationDashboard.tsx"),
  relationData: () => import("#portal/relations/RelationData.tsx"),
  relationChange: () => import("#portal/relations/RelationForm.tsx"),
  relationDocuments: () => import("#portal/documents/DocumentList.tsx"),
  ...Object.fromEntries(listScreens),
};
