// What an auditor sees: who did what, the latest first, by day, person, action and subject. The export is JSON lines. Filters
// and page are in the address. Below the name of an action is its stored form, so that it can be found in the export.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import { type AuditLine, auditQuery, fetchAudit } from "#api/portfolio/audit.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { type Column, DataTable } from "../kit/list/DataTable.tsx";
import { ExportFile } from "../kit/list/ExportButton.tsx";
import { Folded } from "../kit/list/Folded.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { Empty, Loaded } from "../kit/States.tsx";
import { useFormat } from "../kit/usePortal.ts";
import styles from "./AuditTrail.module.css";
import { findActionName } from "./actions.ts";
import { describeDetails } from "./details.ts";
import { APPLY, Filters } from "./Filters.tsx";
import { readAddress, writeAddress } from "./filterAddress.ts";

/** Opens the filters, on a small screen. */
const FOLD = "filters";

export default function AuditTrail() {
  const text = useMessage();
  const language = useLanguage();
  const { search } = useLocation();
  const { filters, before } = useMemo(() => readAddress(search), [search]);
  const query = useQuery(auditQuery(filters, before));
  const older = query.data?.next;
  return (
    <Page
      title={text("portal.trail.title")}
      icon="clock"
      actions={<ExportFile fetch={() => fetchAudit(filters)} help={text("portal.trail.export_help")} />}
    >
      <div className={styles.fold}>
        <Folded key={language + search} id={FOLD} chosen={Object.keys(filters).length}>
          {(unfolded) => <Filters filters={filters} next={unfolded ? APPLY : FOLD} />}
        </Folded>
      </div>
      <section className={`card ${pageStyles.alone}`} aria-label={text("portal.trail.title")}>
        <Loaded query={query} rows={8} label={text("portal.trail.loading")}>
          {({ lines }) =>
            lines.length === 0 ? (
              <Empty icon="search">{text(older ? "portal.trail.empty_so_far" : "portal.trail.empty")}</Empty>
            ) : (
              <Lines lines={lines} busy={query.isFetching} />
            )
          }
        </Loaded>
        <nav className={styles.pages} aria-label={text("common.pagination.label")}>
          {before && <Link to={writeAddress(filters)}>{text("portal.trail.newest")}</Link>}
          {older && <Link to={writeAddress(filters, older)}>{text("portal.trail.older")}</Link>}
        </nav>
      </section>
    </Page>
  );
}

function Lines({ lines, busy }: { lines: AuditLine[]; busy: boolean }) {
  const text = useMessage();
  const format = useFormat();
  const columns: readonly Column<AuditLine>[] = [
    {
      key: "at",
      header: "portal.trail.column.at",
      value: ({ at }) => (
        <time className={styles.at} dateTime={at}>
          {format.moment(at)}
        </time>
      ),
      place: 1,
    },
    {
      key: "person",
      header: "portal.trail.column.person",
      value: ({ person }) => person ?? text("portal.trail.by_portal"),
      // A line of the portal itself may have the office that it is about.
      sub: ({ office, person }) => (office && person ? text("portal.trail.office", { number: String(office) }) : null),
      place: 3,
      wide: true,
    },
    {
      key: "action",
      header: "portal.trail.column.action",
      value: ({ action }) => <ActionName stored={action} />,
      sub: ({ action, subject, detail }) => (
        <span className={styles.stored}>
          {[findActionName(action) && action, subject, ...describeDetails(detail, text, format)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      ),
      place: 5,
      full: true,
    },
    {
      key: "outcome",
      header: "portal.trail.column.outcome",
      value: ({ status }) => <Outcome status={status} />,
      place: 2,
      end: true,
    },
  ];
  return (
    <DataTable
      caption={text("portal.trail.title")}
      look="table-two-lines"
      columns={columns}
      rows={lines}
      rowKey={({ id }) => String(id)}
      busy={busy}
    />
  );
}

function ActionName({ stored }: { stored: string }) {
  const text = useMessage();
  const name = findActionName(stored);
  return name ? text(name) : <span className={styles.stored}>{stored}</span>;
}

function Outcome({ status }: { status: number | null }) {
  const text = useMessage();
  if (status !== null && status >= 400)
    return <Badge tone="no">{text("portal.trail.outcome.refused", { status: String(status) })}</Badge>;
  return <Badge tone="done">{text("portal.trail.outcome.done")}</Badge>;
}
