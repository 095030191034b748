// One damage.
import { damageQuery } from "#api/damages.ts";
import type { Damage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { RelationLink } from "../ContractPanels.tsx";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Kv } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import { useDamageFacts } from "./damageFacts.tsx";

export default function DamagePage({ id: damage, relation }: ItemProps) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Damage>(damageQuery(damage, relation));
  const { data } = item;
  const back = { to: to.damages({ relation }), label: text("portal.damages.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.damage.title", { number: data?.officeNumber || String(damage) })}
      icon="damage"
      badge={data && <StatusBadge kind="damage" code={data.status} />}
      sub={data ? <RelationLink relation={data.relation} relationName={data.relationName} /> : null}
      relation={relation === undefined ? undefined : { number: relation, page: "damages" }}
    >
      <ItemBody item={item} back={back}>
        {(found) => <DamageFacts damage={found} />}
      </ItemBody>
    </Page>
  );
}

function DamageFacts({ damage }: { damage: Damage }) {
  const text = useMessage();
  const facts = useDamageFacts(damage);
  return (
    <div className={pageStyles.panels}>
      <FactPanel title={text("portal.damage.widget.general.title")}>
        <Kv items={facts} />
      </FactPanel>
    </div>
  );
}
