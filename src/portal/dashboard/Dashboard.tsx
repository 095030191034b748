// The first page: what waits for the user, what was last viewed of each kind, and why this insurer (spec: portal 2, dashboard).
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { quotationCalls } from "#api/portfolio/contracts.ts";
import {
  attentionQuery,
  lastViewedDamages,
  lastViewedPolicies,
  lastViewedQuotations,
  lastViewedRelations,
  openRequestsQuery,
} from "#api/portfolio/dashboard.ts";
import { profileQuery } from "#api/profile.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useLate } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import { useSharedTextsWait } from "../kit/form/useSharedTexts.ts";
import { ExportButton } from "../kit/list/ExportButton.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { Panel } from "../kit/Panel.tsx";
import { RowsToCome } from "../kit/States.tsx";
import { readPreferences } from "../preferences.ts";
import styles from "./Dashboard.module.css";
import { LastRelations, LastThings } from "./LastViewed.tsx";
import { Attention, OpenRequests } from "./Waiting.tsx";

const mostWait = 1500;

/** The page is shown once all boxes know their number of rows, so that they do not move. */
function useSettled(attention: boolean): boolean {
  const waiting = [
    useQuery(openRequestsQuery()).isPending,
    useSharedTextsWait(),
    useQuery({ ...attentionQuery(), enabled: attention }).isPending && attention,
    useQuery(lastViewedQuotations()).isPending,
    useQuery(lastViewedPolicies()).isPending,
    useQuery(lastViewedDamages()).isPending,
    useQuery(lastViewedRelations()).isPending,
  ];
  return useLate(mostWait) || !waiting.includes(true);
}

export default function Dashboard() {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  const [shown] = useState(readPreferences);
  const settled = useSettled(shown.attention);
  return (
    <Page
      top
      title={text("portal.dashboard.welcome", { name: profile?.firstName || profile?.fullName || "" })}
      icon="home"
      sub={profile?.intermediaryName}
      actions={
        <>
          <ExportButton of={{ list: quotationCalls.path, lastViewed: true }} />
          <NewRequest />
        </>
      }
    >
      {profile?.intermediary === 0 && (
        <Notice className={styles.notice}>
          <MailText id="portal.dashboard.no_office" />
        </Notice>
      )}
      {!settled && (
        <div className={`card ${pageStyles.alone}`}>
          <RowsToCome rows={8} />
        </div>
      )}
      <div className={styles.dashboard} hidden={!settled}>
        <div className={pageStyles.column}>
          {shown.attention && <Attention />}
          <OpenRequests />
          <LastThings />
        </div>
        <div className={pageStyles.column}>
          <LastRelations />
          {shown.reasons && <Reasons />}
        </div>
      </div>
    </Page>
  );
}

const reasons = [
  "liability",
  "response_times",
  "claims_handling",
  "premium",
  "requirements",
  "coverage",
  "fortune",
] as const;

function Reasons() {
  const text = useMessage();
  return (
    <Panel title={text("portal.dashboard.why.title")} icon="ok" section="home">
      <ul className={`why ${styles.reasons}`}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="check" />
            <b>{text(`portal.dashboard.why.${reason}.title`)}</b>
            <span>{text(`portal.dashboard.why.${reason}.text`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
