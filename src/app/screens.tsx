// Which screen a route shows. Every feature of the portal and the wizard is loaded when it is first needed, so the shell
// stays small. Also what one of each kind is called in the breadcrumb: its company, or under that company's own address its number
// (decisions 76).
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { policyCalls, quotationCalls } from "#api/portfolio/contracts.ts";
import { damageCalls } from "#api/portfolio/damages.ts";
import { invoiceCalls } from "#api/portfolio/invoices.ts";
import { relationCalls } from "#api/portfolio/relations.ts";
import type { FlowName } from "#engine/schema/types.ts";
import type { Latest } from "#portal/masterDetail/createScreens.tsx";
import { type Kind, type KindName, LISTS } from "#routes/kinds.ts";
import { type RouteName, type RouteParams, routes } from "#routes/table.ts";
import { Failure } from "./frame/Failure.tsx";

/** A screen gets the parameters of its address. */
export type Screen = ComponentType<Required<RouteParams>>;

type Label = string | number | undefined;

interface ListParts {
  load: () => Promise<{ List: Screen; Item?: Screen; latest?: Latest }>;
  /** Where the page of one needs more than its kind. */
  loadItem?: () => Promise<Screen>;
}

interface KindParts extends ListParts {
  /** A hook on a query that the page runs anyway, so that a crumb costs no call of its own. */
  useLabel: (id: number, relation: number | undefined) => Label;
  /** Its name needs no word before it. */
  bare?: true;
}

export const kinds: Record<Kind, KindParts> & Record<Exclude<KindName, Kind>, ListParts> = {
  // A referral is called by its number, which is in the address.
  referrals: { load: () => import("#portal/referrals/referralKind.tsx"), useLabel: (id) => id },
  relations: {
    load: () => import("#portal/relations/relationKind.tsx"),
    async loadItem() {
      const [{ createItem }, latest] = await Promise.all([import("#portal/relations/relationKind.tsx"), loadLatest()]);
      return createItem(latest);
    },
    useLabel: (id) => useQuery(relationCalls.one(id)).data?.company,
    bare: true,
  },
  documents: { load: () => import("#portal/documents/documentKind.tsx") },
  quotes: {
    load: () => import("#portal/quotations/quotationKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(quotationCalls.one(id, relation));
      return relation === undefined ? data?.relationName : data?.number;
    },
  },
  insurances: {
    load: () => import("#portal/insurances/insuranceKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(policyCalls.one(id, relation));
      return relation === undefined ? data?.relationName : data?.policy;
    },
  },
  damages: {
    load: () => import("#portal/damages/damageKind.tsx"),
    useLabel: (id, relation) => useQuery(damageCalls.one(id, relation)).data?.title,
  },
  open_invoices: {
    load: () => import("#portal/open-invoices/invoiceKind.tsx"),
    useLabel(id, relation) {
      const { data } = useQuery(invoiceCalls.one(id, relation));
      return relation === undefined ? data?.relationName : data?.offer;
    },
  },
};

/** The boxes of a relation's page, in the order of the menu. */
const loadLatest = async (): Promise<Latest[]> =>
  (await Promise.all(LISTS.map((name) => kinds[name].load()))).flatMap(({ latest }) => latest ?? []);

type LoadScreen = () => Promise<{ default: Screen }>;

const wizard = (flow: FlowName) => async () => {
  const { default: WizardRoute } = await import("./WizardRoute.tsx");
  return { default: (params: RouteParams) => <WizardRoute flow={flow} {...params} /> };
};
const outcome: LoadScreen = () => import("#wizard/outcome/OutcomePage.tsx");

/** Of the office and of one relation, if a kind has such an address. */
const kindScreens = Object.entries(kinds).flatMap(([name, { load, loadItem = async () => (await load()).Item }]) => {
  const screen = (route: string, part: () => Promise<Screen | undefined>): [string, LoadScreen][] =>
    Object.hasOwn(routes, route) ? [[route, async () => ({ default: (await part()) as Screen })]] : [];
  const under = [name, `relation.${name}`];
  return under.flatMap((route) => [
    ...screen(route, async () => (await load()).List),
    ...screen(`${route}.item`, loadItem),
  ]);
});

/** A search in one list has no screen of its own: its list shows it. */
export const screens: Partial<Record<RouteName, LoadScreen>> = {
  dashboard: () => import("#portal/dashboard/Dashboard.tsx"),
  search: () => import("#portal/search/SearchPage.tsx"),
  request: wizard("newTempRequest"),
  newRequest: wizard("newRequest"),
  editQuote: wizard("editQuote"),
  quoteToPolicy: wizard("quoteToPolicy"),
  requestOutcome: outcome,
  newRequestOutcome: outcome,
  failure: async () => ({ default: () => <Failure /> }),
  settings: () => import("./Settings.tsx"),
  account: () => import("#portal/account/Account.tsx"),
  accountDetails: async () => ({ default: (await import("#portal/account/Person.tsx")).AccountDetails }),
  sessions: () => import("#portal/account/Sessions.tsx"),
  staff: () => import("#portal/account/StaffList.tsx"),
  trail: () => import("#portal/audit/AuditTrail.tsx"),
  employee: async () => ({ default: (await import("#portal/account/Person.tsx")).StaffMember }),
  relationData: () => import("#portal/relations/RelationData.tsx"),
  relationChange: () => import("#portal/relations/RelationForm.tsx"),
  ...Object.fromEntries(kindScreens),
};

const preloaded: readonly RouteName[] = [
  "search",
  "quotes",
  "quotes.item",
  "relations",
  "relations.item",
  "insurances",
  "damages",
  "open_invoices",
];

/** A page that is still loading then no longer holds the others back. */
const LOADING_MS = 5000;

/**
 * Fetches the portal's screens when the browser is idle, so that a click opens them at once. Not for users
 * who save data or have a slow line, and not before the page itself is complete. Never fetches the wizard, which is large.
 */
export function preloadScreens(): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  const slow = /2g|3g/.test(connection?.effectiveType ?? "");
  if (connection?.saveData || slow || !("requestIdleCallback" in window)) return () => undefined;
  const latest = performance.now() + LOADING_MS;
  let isGone = false;
  const run = () => {
    if (isGone) return;
    const isLoading = document.querySelector("[aria-busy=true]") !== null;
    if (isLoading && performance.now() < latest) setTimeout(begin, 200);
    else for (const name of preloaded) screens[name]?.().catch(() => undefined);
  };
  const begin = () => requestIdleCallback(run, { timeout: LOADING_MS });
  begin();
  return () => {
    isGone = true;
  };
}
