// Which screen a route shows. Every feature of the portal and the wizard is loaded when it is first needed, so the shell
// stays small.
import type { FlowName } from "#engine/types.ts";
import { type RouteName, type RouteParams, routes } from "#routes/table.ts";
import { Failure } from "./Failure.tsx";
import { kinds, type Screen } from "./kindScreens.tsx";

type LoadScreen = () => Promise<{ default: Screen }>;

const wizard = (flow: FlowName) => async () => {
  const { default: WizardRoute } = await import("./WizardRoute.tsx");
  return { default: (params: RouteParams) => <WizardRoute flow={flow} {...params} /> };
};
const outcome: LoadScreen = () => import("#wizard/outcome/OutcomePage.tsx");

/** Of everybody and of one relation, as far as a kind has such an address. */
const kindScreens = Object.entries(kinds).flatMap(([name, { load, loadItem = async () => (await load()).Item }]) => {
  const screen = (route: string, part: () => Promise<Screen | undefined>): [string, LoadScreen][] =>
    Object.hasOwn(routes, route) ? [[route, async () => ({ default: (await part()) as Screen })]] : [];
  const under = [name, `relation.${name}`];
  return under.flatMap((route) => [
    ...screen(route, async () => (await load()).List),
    ...screen(`${route}.item`, loadItem),
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
  sessions: () => import("#portal/account/Sessions.tsx"),
  staff: () => import("#portal/account/StaffList.tsx"),
  trail: () => import("#portal/audit/AuditTrail.tsx"),
  employee: () => import("#portal/account/StaffMember.tsx"),
  relationData: () => import("#portal/relations/RelationData.tsx"),
  relationChange: () => import("#portal/relations/RelationForm.tsx"),
  ...Object.fromEntries(kindScreens),
};
