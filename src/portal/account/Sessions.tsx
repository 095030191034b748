// The sessions of the user, and of the office for an administrator. Each session can be ended from here. The one of this
// browser ends by logging out.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { whenRefreshed } from "#api/calls/changes.ts";
import { profileQuery } from "#api/profile.ts";
import { endSession, type SessionOwner, sessionsQuery } from "#api/sessions.ts";
import type { SessionRow } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { type Column, DataTable } from "../kit/list/DataTable.tsx";
import { Page } from "../kit/Page.tsx";
import { Panel } from "../kit/Panel.tsx";
import { Empty, Loaded, useFailureText } from "../kit/States.tsx";
import { useFormat } from "../kit/usePortal.ts";
import styles from "./Account.module.css";

export default function Sessions() {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  return (
    <Page title={text("portal.sessions.title")} icon="lock" sub={text("portal.sessions.intro")}>
      <div className={styles.sessions}>
        <SessionsPanel owner="own" />
        {profile?.role === "administrator" && <SessionsPanel owner="office" />}
      </div>
    </Page>
  );
}

function SessionsPanel({ owner }: { owner: SessionOwner }) {
  const text = useMessage();
  const failure = useFailureText();
  const panel = useRef<HTMLDivElement>(null);
  const query = useQuery(sessionsQuery(owner));
  const ending = useMutation({
    mutationFn: (session: SessionRow) => endSession(owner, session.session_id),
    onSuccess: () => {
      toast(text("portal.sessions.ended"));
      // The button that was pressed goes with its row.
      panel.current?.focus();
    },
    onSettled: whenRefreshed,
  });
  const columns = useColumns(owner, ending, query.data ?? []);
  const title = text(owner === "own" ? "portal.sessions.own" : "portal.sessions.office");
  return (
    <div ref={panel} tabIndex={-1}>
      <Panel title={title} icon={owner === "own" ? "user" : "users"} count={query.data?.length}>
        {ending.error && (
          <Notice tone="danger" role="alert">
            {failure(ending.error)}
          </Notice>
        )}
        <Loaded query={query} rows={2}>
          {(sessions) =>
            sessions.length === 0 ? (
              <Empty icon="lock">{text("portal.empty.sessions")}</Empty>
            ) : (
              <DataTable caption={title} columns={columns} rows={sessions} rowKey={({ session_id }) => session_id} />
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

const nameUser = ({ username, login_name }: SessionRow) => username || login_name;

interface Ending {
  mutate(session: SessionRow): void;
  isPending: boolean;
  variables: SessionRow | undefined;
}

function useColumns(owner: SessionOwner, ending: Ending, sessions: readonly SessionRow[]): Column<SessionRow>[] {
  const text = useMessage();
  const format = useFormat();
  const nameBrowser = ({ browser }: SessionRow) => browser || text("portal.sessions.unknown_browser");
  const first: Column<SessionRow> =
    owner === "own"
      ? { key: "browser", header: "portal.sessions.column.browser", value: nameBrowser, place: 1, strong: true }
      : { key: "name", header: "portal.sessions.column.name", value: nameUser, sub: nameBrowser, place: 1 };
  const describeTimes = ({ began_at, used_at }: SessionRow) =>
    text("portal.sessions.times", { began: format.time(began_at) ?? "–", used: format.time(used_at) ?? "–" });
  const showEnd = (session: SessionRow) =>
    session.current ? (
      text("portal.sessions.current")
    ) : (
      <Button
        small
        icon="logout"
        busy={ending.isPending && ending.variables?.session_id === session.session_id}
        aria-label={text("portal.sessions.end_one", {
          number: sessions.indexOf(session) + 1,
          name: owner === "own" ? nameBrowser(session) : `${nameUser(session)}, ${nameBrowser(session)}`,
          began: format.time(session.began_at) ?? "–",
        })}
        onClick={() => ending.mutate(session)}
      >
        {text("portal.sessions.end")}
      </Button>
    );
  return [
    first,
    { key: "times", header: "portal.sessions.column.times", value: describeTimes, place: 3, full: true },
    { key: "end", header: "portal.sessions.column.end", value: showEnd, place: 2, end: true },
  ];
}
