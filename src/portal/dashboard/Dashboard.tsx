// The first page: what was last viewed of each kind, what waits, and why this insurer (spec: portal 2, dashboard).
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lastViewedQuotations } from "#api/dashboard.ts";
import { profileQuery } from "#api/profile.ts";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { ExportButton, type ExportColumn } from "../ExportButton.tsx";
import { NewRequest } from "../NewRequest.tsx";
import { Page } from "../Page.tsx";
import { readPreferences } from "../preferences.ts";
import { Attention } from "./Attention.tsx";
import { LastDamages, LastInsurances, LastQuotes, LastRelations } from "./LastViewed.tsx";
import { OpenRequests } from "./OpenRequests.tsx";
import { Reasons } from "./Reasons.tsx";

const exported: ExportColumn<Quotation>[] = [
  { header: "portal.dashboard.quotes.column.relation_name", cell: (row) => row.relationName },
  { header: "portal.dashboard.quotes.column.number", cell: (row) => row.number },
  { header: "portal.dashboard.quotes.column.product", cell: (row) => row.product },
  { header: "portal.quote.field.premium_total", cell: (row) => row.premiumTotal },
  { header: "portal.quote.field.period", cell: (row) => row.period },
];

export default function Dashboard() {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  const quotes = useQuery(lastViewedQuotations());
  const [shown] = useState(readPreferences);
  const rows = async () => {
    const all = quotes.data ?? (await quotes.refetch({ throwOnError: true })).data ?? [];
    return { rows: all, page: 1, pages: 1, total: all.length, perPage: all.length };
  };
  return (
    <Page
      top
      title={text("portal.dashboard.welcome", { name: profile?.firstName || profile?.fullName || "" })}
      icon="home"
      sub={profile?.intermediaryName}
      actions={
        <>
          <ExportButton file="quotes" columns={exported} page={rows} />
          <NewRequest />
        </>
      }
    >
      <div className="dash">
        <div className="col">
          <OpenRequests />
          <LastQuotes />
          <LastInsurances />
          <LastDamages />
        </div>
        <div className="col">
          {shown.attention && <Attention />}
          <LastRelations />
          {shown.reasons && <Reasons />}
        </div>
      </div>
    </Page>
  );
}
