// The four boxes of last viewed things: 8 are asked for, 4 quotations and 3 of the others are shown (spec: portal 9).

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  lastViewedDamages,
  lastViewedPolicies,
  lastViewedQuotations,
  lastViewedRelations,
} from "#api/portfolio/dashboard.ts";
import type { Relation } from "#api/portfolio/relations.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { insuranceColumns, quotationColumns } from "../contractColumns.tsx";
import { damageColumns } from "../damageColumns.tsx";
import type { Column } from "../kit/list/DataTable.tsx";
import { TablePanel } from "../kit/list/TablePanel.tsx";
import { Panel } from "../kit/Panel.tsx";
import { Empty, Loaded, type QueryResult } from "../kit/States.tsx";
import { type Format, useFormat, usePaths } from "../kit/usePortal.ts";
import itemsStyles from "./Items.module.css";

/** Relation, number, product and premium (spec: portal 2). */
const isInBox = ({ header }: { header: string }) => header !== "portal.filter.expiry";

interface LastTableProps<T> {
  kind: "quotes" | "insurances" | "damages";
  query: QueryResult<T[]>;
  columns: (format: Format, ofRelation: boolean) => readonly Column<T>[];
  number: (row: T) => number;
  most: number;
}

function LastTable<T>({ kind, columns, ...table }: LastTableProps<T>) {
  const shown = columns(useFormat(), false).filter(isInBox);
  return (
    <TablePanel words={`dashboard.${kind}`} columns={shown} empty={`portal.empty.last_viewed_${kind}`} {...table} />
  );
}

/** The kinds whose items have a number. */
export function LastThings() {
  const quotations = useQuery(lastViewedQuotations());
  const insurances = useQuery(lastViewedPolicies());
  const damages = useQuery(lastViewedDamages());
  return (
    <>
      <LastTable kind="quotes" query={quotations} columns={quotationColumns} number={(row) => row.number} most={4} />
      <LastTable
        kind="insurances"
        query={insurances}
        columns={insuranceColumns}
        number={(row) => row.policy}
        most={3}
      />
      <LastTable kind="damages" query={damages} columns={damageColumns} number={(row) => row.id} most={3} />
    </>
  );
}

export function LastRelations() {
  const text = useMessage();
  const to = usePaths();
  return (
    <Panel
      title={text("portal.dashboard.relations.title")}
      icon="users"
      section="home"
      narrow
      all={{ to: to.relations(), label: text("portal.dashboard.relations.all") }}
    >
      <Loaded query={useQuery(lastViewedRelations())} rows={3} kind="high">
        {(relations) => <Relations relations={relations.slice(0, 3)} />}
      </Loaded>
    </Panel>
  );
}

function Relations({ relations }: { relations: readonly Relation[] }) {
  const text = useMessage();
  const to = usePaths();
  if (relations.length === 0) return <Empty icon="users">{text("portal.empty.last_viewed_relations")}</Empty>;
  return (
    <ul className={itemsStyles.items}>
      {relations.map((relation) => (
        <li key={relation.number}>
          <span>
            <Link to={to.relation(relation.number)}>{relation.company}</Link>
            <small>{relation.city}</small>
          </span>
          <Icon name="right" />
        </li>
      ))}
    </ul>
  );
}
