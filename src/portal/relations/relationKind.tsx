// Relations: their list, whole or searched, whose panel leads to the relation's data, and the page of one, which shows the latest
// of each kind (spec: portal 2). The data and its form have addresses of their own (RelationData, RelationForm).
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Relation, relationCalls } from "#api/portfolio/relations.ts";
import { columns } from "#api/wire/columns.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { useLate } from "#widgets/ui/notice/Loading.tsx";
import { Kv } from "../kit/Kv.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import pageStyles from "../kit/Page.module.css";
import panelStyles from "../kit/Panel.module.css";
import { Panel } from "../kit/Panel.tsx";
import { RowsToCome } from "../kit/States.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { createList, createPage, type Latest } from "../masterDetail/createScreens.tsx";
import type { PanelKind } from "../masterDetail/ThingKind.ts";
import styles from "./relationKind.module.css";

export const relations: PanelKind<Relation> = {
  kind: "relations",
  perPage: 7,
  usual: "name",
  columns: () => [
    { ...columns.relation.company, value: (row) => row.company, place: 1 },
    { ...columns.relation.city, value: (row) => row.city, place: 4 },
  ],
  number: (row) => row.number,
  label: (row) => row.company,
  title: (relation) => relation?.company ?? "",
  list: relationCalls.list,
  one: (number) => relationCalls.one(number),
  path: relationCalls.path,
  facts: (relation, { format }) => [
    { label: "portal.relation.field.company", value: relation.company },
    { label: "portal.relation.field.address", value: relation.address },
    { label: "portal.relation.field.zipcode", value: relation.zipcode, num: true },
    { label: "portal.relation.field.city", value: relation.city },
    { label: "portal.relation.field.country", value: relation.country && format.country(relation.country) },
  ],
  PanelActions,
  maximize: (number, to) => to.relationData(number),
};
export const List = createList(relations);

/** `latest`: the boxes of what it has. */
export const createItem = (latest: readonly Latest[]) =>
  createPage<Relation, Relation>(relations, {
    title: (relation, _number, text) =>
      relation
        ? text("portal.relation_dashboard.title", { company: relation.company })
        : text("portal.relations.detail.title"),
    Actions: ({ thing }) => <NewRequest relation={thing} ofRelation />,
    Body: ({ thing }) => <RelationDashboard relation={thing} latest={latest} />,
    menu: "dashboard",
  });

function PanelActions({ thing: relation, open }: { thing: Relation; open: { to: string; label: string } }) {
  const text = useMessage();
  const to = usePaths();
  return (
    <>
      <Link className="button button-primary" to={to.relation(relation.number)}>
        {text("portal.relations.action.open_dashboard")}
      </Link>
      <Link className="button button-secondary" to={open.to}>
        {open.label}
      </Link>
      <NewRequest relation={relation} kind="secondary" />
    </>
  );
}

const mostWait = 1500;

interface DashboardProps {
  relation: Relation;
  latest: readonly Latest[];
}

/** The boxes show together once each knows how many rows it has, so that none moves another. */
function RelationDashboard({ relation, latest }: DashboardProps) {
  const start = <NewRequest relation={relation} small />;
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
      <dl className={`card ${styles.summary}`}>
        {latest.map(({ kind, Summary }) => (
          <Summary key={kind} relation={relation.number} />
        ))}
      </dl>
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
