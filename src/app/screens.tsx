// Which screen a route shows. Every feature of the portal and the wizard is loaded when it is first needed, so the shell
// stays small.
import type { FlowName } from "#engine/types.ts";
import type { RouteName, RouteParams } from "#routes/table.ts";
import { Failure } from "./Failure.tsx";
import { kinds, type Screen } from "./kinds.tsx";

type LoadScreen = () => Promise<{ default: Screen }>;

const wizard = (flow: FlowName) => async () => {
  const { default: WizardRoute } = await import("./WizardRoute.tsx");
  return { default: (params: RouteParams) => <WizardRoute flow={flow} {...params} /> };
};
const outcome: LoadScreen = () => import("#wizard/outcome/OutcomePage.tsx");

const kindScreens = Object.entries(kinds).flatMap(([name, { load }]): [string, LoadScreen][] => {
  const list = async () => ({ default: (await load()).List });
  const item = async () => ({ default: (await load()).Item });
  return ["", "relation."].flatMap((under): [string, LoadScreen][] => [
    [under + name, list],
    [`${under}${name}.item`, item],
  ]);
});

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
  ...Object.fromEntries(kindScreens),
};
