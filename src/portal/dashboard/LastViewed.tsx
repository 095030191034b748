// The four boxes of last viewed things: 8 are asked for, 4 quotations and 3 of the others are shown (spec: portal 9).
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { lastViewedDamages, lastViewedPolicies, lastViewedQuotations, lastViewedRelations } from "#api/dashboard.ts";
import type { Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Panel } from "../Panel.tsx";
import { Empty, Failed, RowsToCome } from "../States.tsx";
import { damageRows, insuranceRows, quoteRows, SmallTable } from "../smallTables.tsx";
import { useFormat, usePaths } from "../usePortal.ts";

export function LastQuotes() {
  const text = useMessage();
  const to = usePaths();
  const title = text("portal.dashboard.quotes.title");
  return (
    <Panel
      title={title}
      icon="quote"
      section="quotes"
      all={{ to: to.quotes(), label: text("portal.dashboard.quotes.all") }}
    >
      <SmallTable
        query={useQuery(lastViewedQuotations())}
        columns={quoteRows}
        rowKey={(row) => String(row.number)}
        to={(row) => to.quote(row.number)}
        caption={title}
        most={4}
        empty="portal.empty.last_viewed_quotes"
        icon="quote"
      />
    </Panel>
  );
}

export function LastInsurances() {
  const text = useMessage();
  const to = usePaths();
  const title = text("portal.dashboard.insurances.title");
  return (
    <Panel
      title={title}
      icon="shield"
      section="insurances"
      all={{ to: to.insurances(), label: text("portal.dashboard.insurances.all") }}
    >
      <SmallTable
        query={useQuery(lastViewedPolicies())}
        columns={insuranceRows}
        rowKey={(row) => String(row.policy)}
        to={(row) => to.insurance(row.policy)}
        caption={title}
        most={3}
        empty="portal.empty.last_viewed_insurances"
        icon="shield"
      />
    </Panel>
  );
}

export function LastDamages() {
  const text = useMessage();
  const to = usePaths();
  const title = text("portal.dashboard.damages.title");
  return (
    <Panel
      title={title}
      icon="damage"
      section="damages"
      all={{ to: to.damages(), label: text("portal.dashboard.damages.all") }}
    >
      <SmallTable
        query={useQuery(lastViewedDamages())}
        columns={damageRows(useFormat())}
        rowKey={(row) => String(row.id)}
        to={(row) => to.damage(row.id)}
        caption={title}
        most={3}
        empty="portal.empty.last_viewed_damages"
        icon="damage"
      />
    </Panel>
  );
}

export function LastRelations() {
  const text = useMessage();
  const to = usePaths();
  const query = useQuery(lastViewedRelations());
  return (
    <Panel
      title={text("portal.dashboard.relations.title")}
      icon="users"
      section="home"
      all={{ to: to.relations(), label: text("portal.dashboard.relations.all") }}
    >
      {query.data ? (
        <Relations relations={query.data.slice(0, 3)} />
      ) : query.error ? (
        <Failed error={query.error} busy={query.isFetching} retry={() => void query.refetch()} />
      ) : (
        <RowsToCome rows={3} high />
      )}
    </Panel>
  );
}

function Relations({ relations }: { relations: readonly Relation[] }) {
  const text = useMessage();
  const to = usePaths();
  if (relations.length === 0) return <Empty icon="users">{text("portal.empty.last_viewed_relations")}</Empty>;
  return (
    <ul className="rel-list">
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
