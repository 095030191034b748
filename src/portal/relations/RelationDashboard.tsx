// Everything of one relation at a glance: who it is and the latest of each kind (spec: portal 2).
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { useLate } from "#widgets/ui/Loading.tsx";
import { Kv } from "../kit/Kv.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import pageStyles from "../kit/Page.module.css";
import panelStyles from "../kit/Panel.module.css";
import { Panel } from "../kit/Panel.tsx";
import { RowsToCome } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import type { Latest } from "../masterDetail/createScreens.tsx";
import styles from "./RelationDashboard.module.css";

const mostWait = 1500;

interface DashboardProps {
  relation: Relation;
  latest: readonly Latest[];
}

/** The boxes show together once each knows how many rows it has, so that none moves another. */
export function RelationDashboard({ relation, latest }: DashboardProps) {
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
