// Everything of one relation at a glance: who it is and the latest of each kind (spec: portal 2 and 9: three rows;
// quotations are asked for by 3, policies by 15).
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { damagesQuery } from "#api/damages.ts";
import { invoicesQuery } from "#api/invoices.ts";
import { policiesQuery } from "#api/policies.ts";
import { quotationsQuery } from "#api/quotations.ts";
import { relationQuery } from "#api/relations.ts";
import type { ListPage, Relation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { ItemBody } from "../ItemPage.tsx";
import { Kv } from "../Kv.tsx";
import { useItem } from "../masterDetail/useItem.ts";
import { NewRequest } from "../NewRequest.tsx";
import { Page } from "../Page.tsx";
import { Panel } from "../Panel.tsx";
import { damageRows, invoiceRows, ownInsuranceRows, ownQuoteRows, SmallTable } from "../smallTables.tsx";
import { useFormat, usePaths } from "../usePortal.ts";

const shown = 3;

const rowsOf = <T,>(query: {
  data: ListPage<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}) => ({
  data: query.data?.rows,
  error: query.error,
  isFetching: query.isFetching,
  refetch: query.refetch,
});

export default function RelationDashboard({ relation }: { relation: number }) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<Relation>(relationQuery(relation));
  const { data } = item;
  return (
    <Page
      title={
        data
          ? text("portal.relation_dashboard.title", { company: data.company })
          : text("portal.relations.detail.title")
      }
      icon="users"
      relation={{ number: relation, page: "dashboard" }}
      actions={<NewRequest relation={data} ofRelation />}
    >
      <ItemBody
        item={item}
        loading={text("common.loading")}
        back={{ to: to.relations(), label: text("portal.relations.title") }}
      >
        {(found) => <Overview relation={found} />}
      </ItemBody>
    </Page>
  );
}

function Overview({ relation }: { relation: Relation }) {
  const start = <NewRequest relation={relation} kind="quiet" small />;
  return (
    <div className="rel-dash">
      <RelationBox relation={relation} action={start} />
      <QuotesBox relation={relation.number} action={start} />
      <InsurancesBox relation={relation.number} action={start} />
      <DamagesBox relation={relation.number} action={start} />
      <InvoicesBox relation={relation.number} action={start} />
    </div>
  );
}

interface BoxProps {
  relation: number;
  action: ReactNode;
}

function RelationBox({ relation, action }: { relation: Relation; action: ReactNode }) {
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
      <div className="panel-body panel-pad">
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

function QuotesBox({ relation, action }: BoxProps) {
  const text = useMessage();
  const to = usePaths();
  const query = useQuery(quotationsQuery({ relation, page: 1, limit: shown }));
  return (
    <Panel
      title={text("portal.relation_dashboard.quotes.title")}
      icon="quote"
      section="quotes"
      count={query.data?.total}
      action={action}
      all={{ to: to.quotes({ relation }), label: text("portal.relation_dashboard.quotes.all") }}
    >
      <SmallTable
        query={rowsOf(query)}
        columns={ownQuoteRows}
        rowKey={(row) => String(row.number)}
        to={(row) => to.quote(row.number, relation)}
        caption={text("portal.relation_dashboard.quotes.title")}
        most={shown}
        empty="portal.empty.quotes"
        icon="quote"
      />
    </Panel>
  );
}

function InsurancesBox({ relation, action }: BoxProps) {
  const text = useMessage();
  const to = usePaths();
  const query = useQuery(policiesQuery({ relation, page: 1, limit: 15 }));
  return (
    <Panel
      title={text("portal.relation_dashboard.insurances.title")}
      icon="shield"
      section="insurances"
      count={query.data?.total}
      action={action}
      all={{ to: to.insurances({ relation }), label: text("portal.relation_dashboard.insurances.all") }}
    >
      <SmallTable
        query={rowsOf(query)}
        columns={ownInsuranceRows}
        rowKey={(row) => String(row.policy)}
        to={(row) => to.insurance(row.policy, relation)}
        caption={text("portal.relation_dashboard.insurances.title")}
        most={shown}
        empty="portal.empty.insurances"
        icon="shield"
      />
    </Panel>
  );
}

function DamagesBox({ relation, action }: BoxProps) {
  const text = useMessage();
  const to = usePaths();
  const query = useQuery(damagesQuery({ relation, page: 1, limit: shown }));
  return (
    <Panel
      title={text("portal.relation_dashboard.damages.title")}
      icon="damage"
      section="damages"
      count={query.data?.total}
      action={action}
      all={{ to: to.damages({ relation }), label: text("portal.relation_dashboard.damages.all") }}
    >
      <SmallTable
        query={rowsOf(query)}
        columns={damageRows(useFormat())}
        rowKey={(row) => String(row.id)}
        to={(row) => to.damage(row.id, relation)}
        caption={text("portal.relation_dashboard.damages.title")}
        most={shown}
        empty="portal.empty.damages"
        icon="damage"
      />
    </Panel>
  );
}

function InvoicesBox({ relation, action }: BoxProps) {
  const text = useMessage();
  const to = usePaths();
  const query = useQuery(invoicesQuery({ relation, page: 1, limit: shown }));
  return (
    <Panel
      title={text("portal.relation_dashboard.open_invoices.title")}
      icon="invoice"
      section="invoices"
      count={query.data?.total}
      action={action}
      all={{ to: to.openInvoices({ relation }), label: text("portal.relation_dashboard.open_invoices.all") }}
    >
      <SmallTable
        query={rowsOf(query)}
        columns={invoiceRows(useFormat())}
        rowKey={(row) => String(row.offer)}
        to={(row) => to.openInvoice(row.offer, relation)}
        caption={text("portal.relation_dashboard.open_invoices.title")}
        most={shown}
        empty="portal.empty.open_invoices"
        icon="invoice"
      />
    </Panel>
  );
}
