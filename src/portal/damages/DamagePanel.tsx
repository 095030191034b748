// The panel of the selected damage.
import { damageQuery } from "#api/damages.ts";
import type { Damage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Kv } from "../kit/Kv.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { DetailPanel } from "../masterDetail/DetailPanel.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import { useDamageFacts } from "./damageFacts.tsx";

export function DamagePanel({ row, relation }: { row: Damage; relation: number | undefined }) {
  const text = useMessage();
  const to = usePaths();
  const { data, loading } = useItem(damageQuery(row.id, relation), row);
  const damage = data ?? row;
  const facts = useDamageFacts(damage);
  return (
    <DetailPanel
      badge={<StatusBadge kind="damage" code={damage.status} />}
      title={damage.officeNumber ? text("portal.damage.title", { number: damage.officeNumber }) : damage.title}
      sub={damage.relationName}
      open={{ to: to.damage(damage.id, relation), label: text("portal.damages.action.maximize") }}
    >
      <Kv loading={loading} items={facts} />
    </DetailPanel>
  );
}
