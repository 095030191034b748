// Damages: their list, and the page of one.
import { Link } from "react-router";
import { type Damage, damageCalls } from "#api/portfolio/damages.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { RelationLink } from "../ContractPanels.tsx";
import { damageColumns } from "../damageColumns.tsx";
import type { KvItem } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { FactPanel } from "../kit/Panel.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { countStatus } from "../masterDetail/choices.ts";
import { createScreens } from "../masterDetail/createScreens.tsx";
import type { ThingKind, Tools } from "../masterDetail/ThingKind.ts";

export const damages: ThingKind<Damage> = {
  kind: "damages",
  perPage: 7,
  columns: damageColumns,
  filters: ["status"],
  number: ({ id }) => id,
  label: ({ title }) => title,
  title: (damage, id, text) => text("portal.damage.title", { number: damage?.officeNumber || String(id) }),
  ...damageCalls,
  summary: (page, { text }) => {
    const open = countStatus(page, ["G", "B", "W"]);
    if (open === null) return { label: "portal.nav.damages", value: page.total };
    const note = text("portal.relation_dashboard.summary.of", { count: page.total });
    return { label: "portal.relation_dashboard.summary.damages", value: open, note };
  },
  sub: (damage) => <RelationLink {...damage} />,
  facts: findFacts,
  page: { Body: DamageFacts },
};
export const { List, Item, latest } = createScreens(damages);

function findFacts(damage: Damage, { text, format, to, relation }: Tools): KvItem[] {
  return [
    { label: "portal.damage.field.title", value: damage.title },
    { label: "portal.damage.field.report_date", value: format.date(damage.reportDate), num: true },
    { label: "portal.damage.field.claim_number_office", value: damage.officeNumber, num: true },
    {
      label: "portal.damage.field.policy_number",
      value: damage.policy && <Link to={to.insurance(damage.policy, relation)}>{damage.policy}</Link>,
      num: true,
    },
    {
      label: "portal.damage.field.desc_status_code",
      value: damage.status && <StatusBadge kind="damage" code={damage.status} />,
    },
    {
      label: "portal.damage.field.finished",
      value: text(damage.finished ? "common.digital_policy.J" : "common.digital_policy.N"),
    },
  ];
}

function DamageFacts({ thing, relation }: { thing: Damage; relation: number | undefined }) {
  const text = useMessage();
  const facts = findFacts(thing, { text, format: useFormat(), to: usePaths(), relation });
  return (
    <div className={pageStyles.panels}>
      <FactPanel title={text("portal.damage.widget.general.title")} items={facts} />
    </div>
  );
}
