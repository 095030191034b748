// What is shown of a damage, in the panel and on its page.
import { Link } from "react-router";
import type { Damage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { KvItem } from "../kit/Kv.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";

export function useDamageFacts(damage: Damage): KvItem[] {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return [
    { label: "portal.damage.field.title", value: damage.title },
    { label: "portal.damage.field.report_date", value: format.date(damage.reportDate), num: true },
    { label: "portal.damage.field.claim_number_office", value: damage.officeNumber, num: true },
    {
      label: "portal.damage.field.policy_number",
      value: damage.policy && <Link to={to.insurance(damage.policy)}>{damage.policy}</Link>,
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
