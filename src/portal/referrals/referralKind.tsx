// Referrals: requests of every office that wait for an underwriter, and the page of one.
import { referralCalls } from "#api/portfolio/referrals.ts";
import { columns } from "#api/wire/columns.ts";
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
      ...columns.referral.relation_name,
      value: (row) => row.relation_name,
      sub: (row) => [row.insured_name, row.product].filter(Boolean).join(" · "),
      place: 1,
    },
    {
      ...columns.referral.number,
      num: false,
      // The number alone keeps to one line: the office's name wraps.
      value: (row) => <span className="number">{row.number}</span>,
      sub: (row) => row.intermediary_name,
      place: 3,
    },
    {
      ...columns.referral.status,
      value: (row) => <ReferralStatus {...row} />,
      place: 2,
      end: true,
    },
    {
      ...columns.referral.waits_since,
      value: (row) => format.since(row.waits_since),
      place: 4,
      end: true,
    },
  ],
  number: ({ number }) => number,
  label: ({ relation_name }) => relation_name,
  title: (_referral, number, text) => text("portal.referral.title", { number: String(number) }),
  ...referralCalls,
  badge: (referral) => <ReferralStatus {...referral} />,
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
