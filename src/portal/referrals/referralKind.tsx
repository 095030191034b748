// The underwriter's door: requests of every office that wait for a judgement, and the page of one.
import { type Referral, type ReferralPage, referralPaths, referralQuery, referralsQuery } from "#api/referrals.ts";
import { useMessage } from "#widgets/text.ts";
import { Badge, type BadgeTone } from "#widgets/ui/Badge.tsx";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Page } from "../kit/Page.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { createList } from "../masterDetail/createScreens.tsx";
import type { PanelKind } from "../masterDetail/ThingKind.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { ReferralBody } from "./ReferralBody.tsx";

const tones: Record<string, BadgeTone | undefined> = { W: "open", R: "open", V: "busy", P: "done", A: "no" };

const Status = ({ referral: { status, statusLabel } }: { referral: Referral }) =>
  statusLabel ? <Badge tone={tones[status]}>{statusLabel}</Badge> : null;

export const referrals: PanelKind<Referral, "referrals"> = {
  kind: "referrals",
  perPage: 8,
  columns: (format) => [
    {
      key: "relation",
      header: "portal.quote.field.relation_name",
      value: (row) => row.relationName,
      sub: (row) => row.product,
      sort: "relation_name",
      place: 1,
    },
    {
      key: "number",
      header: "portal.referrals.column.number",
      value: (row) => row.number,
      sort: "number",
      sub: (row) => row.office,
      place: 3,
      num: true,
    },
    {
      key: "status",
      header: "portal.quotes.column.status",
      value: (row) => <Status referral={row} />,
      sort: "status",
      place: 2,
      end: true,
    },
    {
      key: "waits",
      header: "portal.referrals.column.waits_since",
      value: (row) => format.ago(row.waitsSince),
      sort: "waits_since",
      place: 4,
      end: true,
    },
  ],
  number: ({ number }) => number,
  label: ({ relationName }) => relationName,
  title: (_referral, number, text) => text("portal.referral.title", { number: String(number) }),
  list: referralsQuery,
  one: referralQuery,
  file: referralPaths.list,
  badge: (referral) => <Status referral={referral} />,
  sub: { panel: ({ product }) => product, page: ({ product }) => product },
  facts: ({ relationName, office, sentAt, waitsSince, decidedBy }, { format }) => [
    { label: "portal.quote.field.relation_name", value: relationName },
    { label: "portal.quote.field.intermediary_name", value: office },
    { label: "portal.referral.field.sent_at", value: format.date(sentAt) },
    ...(waitsSince ? [{ label: "portal.referrals.column.waits_since" as const, value: format.ago(waitsSince) }] : []),
    ...(decidedBy ? [{ label: "portal.referral.field.decided_by" as const, value: decidedBy }] : []),
  ],
};
export const List = createList(referrals);

export function Item({ id }: ItemProps) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<ReferralPage>(referralQuery(id));
  const { data } = item;
  const back = { to: to.list("referrals"), label: text("portal.referrals.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.referral.title", { number: String(id) })}
      icon="scale"
      badge={data && <Status referral={data} />}
      sub={data ? `${data.product} · ${data.relationName}` : null}
    >
      <ItemBody item={item} back={back}>
        {(referral) => <ReferralBody referral={referral} />}
      </ItemBody>
    </Page>
  );
}
