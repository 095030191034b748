// Referrals: requests of every office that wait for an underwriter, and the page of one.
import { referralCalls } from "#api/portfolio/referrals.ts";
import type { Referral, ReferralRow } from "#api/wire/wireTypes.ts";
import { createList, createPage } from "../masterDetail/createScreens.tsx";
import type { PanelKind } from "../masterDetail/ThingKind.ts";
import { ReferralStatus } from "../ReferralHistory.tsx";
import { namedCompanies, ReferralBody } from "./ReferralBody.tsx";

export const referrals: PanelKind<ReferralRow, "referrals"> = {
  kind: "referrals",
  perPage: 8,
  usual: "waiting",
  filters: ["state", "product"],
  start: { state: "to_do" },
  columns: (format) => [
    {
      key: "relation",
      header: "portal.quote.field.relation_name",
      value: (row) => row.relation_name,
      sub: (row) => [row.insured_name, row.product].filter(Boolean).join(" · "),
      sort: "relation_name",
      place: 1,
    },
    {
      key: "number",
      header: "portal.referrals.column.number",
      // The number alone keeps to one line: the office's name wraps.
      value: (row) => <span className="number">{row.number}</span>,
      sort: "number",
      sub: (row) => row.intermediary_name,
      place: 3,
    },
    {
      key: "status",
      header: "portal.quotes.column.status",
      value: (row) => <ReferralStatus {...row} />,
      sort: "status",
      place: 2,
      end: true,
    },
    {
      key: "waits",
      header: "portal.referrals.column.waits_since",
      value: (row) => format.since(row.waits_since),
      sort: "waits_since",
      place: 4,
      end: true,
    },
  ],
  number: ({ number }) => number,
  label: ({ relation_name }) => relation_name,
  title: (_referral, number, text) => text("portal.referral.title", { number: String(number) }),
  ...referralCalls,
  badge: (referral) => <ReferralStatus {...referral} />,
  sub: ({ product }) => product,
  facts: ({ intermediary_name, sent_at, waits_since, decided_by, ...referral }, { format }) => [
    ...namedCompanies(referral),
    { label: "portal.quote.field.intermediary_name", value: intermediary_name },
    { label: "portal.referral.field.sent_at", value: format.date(sent_at) },
    ...(waits_since
      ? [{ label: "portal.referrals.column.waits_since" as const, value: format.since(waits_since) }]
      : []),
    ...(decided_by ? [{ label: "portal.referral.field.decided_by" as const, value: decided_by }] : []),
  ],
};
export const List = createList(referrals);
export const Item = createPage<ReferralRow, Referral>(referrals, {
  sub: ({ product, relation_name, insured_name }) => [product, relation_name, insured_name].filter(Boolean).join(" · "),
  Body: ({ thing }) => <ReferralBody referral={thing} />,
});
