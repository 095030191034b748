// Where the user is logged in, and for an administrator who of the office is; each session can be ended from here. The one of this
// browser ends by logging out.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { profileQuery } from "#api/profile.ts";
import { endSession, type Session, sessionsQuery, type Whose } from "#api/sessions.ts";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { toast } from "#widgets/ui/Toast.tsx";
import { type Column, DataTable } from "../kit/DataTable.tsx";
import { Page } from "../kit/Page.tsx";
import { Panel } from "../kit/Panel.tsx";
import { Empty, Failed, RowsToCome, useFailureText } from "../kit/States.tsx";
import { useFormat } from "../kit/usePortal.ts";
import styles from "./Account.module.css";

export default function Sessions() {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  return (
    <Page title={text("portal.sessions.title")} icon="lock" sub={text("portal.sessions.intro")}>
      <div className={styles.sessions}>
        <SessionsPanel whose="own" />
        {profile?.role === "administrator" && <SessionsPanel whose="office" />}
      </div>
    </Page>
  );
}

function SessionsPanel({ whose }: { whose: Whose }) {
  const text = useMessage();
  const failure = useFailureText();
  const queries = useQueryClient();
  const panel = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(whose));
  const ending = useMutation({
    mutationFn: (session: Session) => endSession(whose, session.id),
    onSuccess: () => {
      toast(text("portal.sessions.ended"));
      // The button that was pressed goes with its row.
      panel.current?.focus();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  const columns = useColumns(whose, ending);
  const title = text(whose === "own" ? "portal.sessions.own" : "portal.sessions.office");
  return (
    <div ref={panel} tabIndex={-1}>
      <Panel title={title} icon={whose === "own" ? "user" : "users"} count={data?.length}>
        {ending.error && (
          <Notice tone="danger" role="alert">
            {failure(ending.error)}
          </Notice>
        )}
        {data === undefined ? (
          error ? (
            <Failed error={error} busy={isFetching} retry={() => void refetch()} />
          ) : (
            <RowsToCome rows={2} />
          )
        ) : data.length === 0 ? (
          <Empty icon="lock">{text("portal.empty.sessions")}</Empty>
        ) : (
          <DataTable caption={title} columns={columns} rows={data} rowKey={({ id }) => id} />
        )}
      </Panel>
    </div>
  );
}

interface Ending {
  mutate(session: Session): void;
  isPending: boolean;
  variables: Session | undefined;
}

function useColumns(whose: Whose, ending: Ending): Column<Session>[] {
  const text = useMessage();
  const format = useFormat();
  const nameBrowser = ({ browser }: Session) => browser || text("portal.sessions.unknown_browser");
  const first: Column<Session> =
    whose === "own"
      ? { key: "browser", header: "portal.sessions.column.browser", value: nameBrowser, place: 1, strong: true }
      : { key: "name", header: "portal.sessions.column.name", value: ({ name }) => name, sub: nameBrowser, place: 1 };
  const tellTimes = ({ beganAt, usedAt }: Session) =>
    text("portal.sessions.times", { began: format.time(beganAt) ?? "–", used: format.time(usedAt) ?? "–" });
  const showEnd = (session: Session) =>
    session.current ? (
      text("portal.sessions.current")
    ) : (
      <Button
        small
        icon="logout"
        busy={ending.isPending && ending.variables?.id === session.id}
        aria-label={text("portal.sessions.end_one", {
          name: whose === "own" ? nameBrowser(session) : `${session.name}, ${nameBrowser(session)}`,
          began: format.time(session.beganAt) ?? "–",
        })}
        onClick={() => ending.mutate(session)}
      >
        {text("portal.sessions.end")}
      </Button>
    );
  return [
    first,
    { key: "times", header: "portal.sessions.column.times", value: tellTimes, place: 3, full: true },
    { key: "end", header: "portal.sessions.column.end", value: showEnd, place: 2, end: true },
  ];
}
