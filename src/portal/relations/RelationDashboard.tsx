// Everything of one relation at a glance: who it is and the latest of each kind (spec: portal 2).
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { relationQuery } from "#api/relations.ts";
import type { Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { useLate } from "#widgets/ui/Loading.tsx";
import { ItemBody } from "../kit/ItemBody.tsx";
import { Kv } from "../kit/Kv.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import panelStyles from "../kit/Panel.module.css";
import { Panel } from "../kit/Panel.tsx";
import { RowsToCome } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import type { Latest } from "../masterDetail/createScreens.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import styles from "./RelationDashboard.module.css";

interface DashboardProps {
  relation: number;
  latest: readonly Latest[];
}

export default function RelationDashboard({ relation, latest }: DashboardProps) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Relation>(relationQuery(relation));
  const { data } = item;
  const back = { to: to.relations(), label: text("portal.relations.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={
        data
          ? text("portal.relation_dashboard.title", { company: data.company })
          : text("portal.relations.detail.title")
      }
      icon="users"
      relation={{ number: relation, page: "dashboard" }}
      actions={<NewRequest relation={data} ofRelation />}
    >
      <ItemBody item={item} back={back}>
        {(found) => <Overview relation={found} latest={latest} />}
      </ItemBody>
    </Page>
  );
}

const mostWait = 1500;

/** The boxes show together once each knows how many rows it has, so that none moves another. */
function Overview({ relation, latest }: { relation: Relation; latest: readonly Latest[] }) {
  const start = <NewRequest relation={relation} plus />;
  const waits = useQueries({ queries: latest.map(({ ask }) => ask(relation.number)) }).some(
    ({ isPending }) => isPending,
  );
  const long = useLate(mostWait);
  if (waits && !long)
    return (
      <div className={`card ${pageStyles.alone}`}>
        <RowsToCome rows={8} />
      </div>
    );
  return (
    <div className={styles.dashboard}>
      <RelationFacts relation={relation} action={start} />
      {latest.map(({ kind, Panel }) => (
        <Panel key={kind} relation={relation.number} action={start} />
      ))}
    </div>
  );
}

function RelationFacts({ relation, action }: { relation: Relation; action: ReactNode }) {
  const text = useMessage();
  const to = usePaths();
  return (
    <Panel
      title={text("portal.relation_dashboard.relation.title")}
      icon="users"
      section="home"
      action={action}
      all={{ to: to.relationData(relation.number), label: text("portal.relation_dashboard.relation.more") }}
    >
      <div className={`${panelStyles.body} ${panelStyles.padded}`}>
        <Kv
          items={[
            { label: "portal.relation.field.company", value: relation.company },
            { label: "portal.relation.field.address", value: relation.address },
            { label: "portal.relation.field.zipcode", value: `${relation.zipcode} ${relation.city}`.trim() },
          ]}
        />
      </div>
    </Panel>
  );
}
