// The first page: what was last viewed of each kind, what waits, and why this insurer (spec: portal 2, dashboard).
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { profileQuery } from "#api/profile.ts";
import { quotationPaths } from "#api/quotations.ts";
import { useMessage } from "#widgets/text.ts";
import { ExportButton } from "../ExportButton.tsx";
import { NewRequest } from "../NewRequest.tsx";
import { Page } from "../Page.tsx";
import { readPreferences } from "../preferences.ts";
import { Attention } from "./Attention.tsx";
import { LastDamages, LastInsurances, LastQuotes, LastRelations } from "./LastViewed.tsx";
import { OpenRequests } from "./OpenRequests.tsx";
import { Reasons } from "./Reasons.tsx";

export default function Dashboard() {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  const [shown] = useState(readPreferences);
  return (
    <Page
      top
      title={text("portal.dashboard.welcome", { name: profile?.firstName || profile?.fullName || "" })}
      icon="home"
      sub={profile?.intermediaryName}
      actions={
        <>
          <ExportButton of={{ list: quotationPaths.list, lastViewed: true }} />
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
