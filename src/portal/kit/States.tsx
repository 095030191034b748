// What is shown in place of content that is not there: still loading, empty, or failed. An error always has a retry and a way
// back (decisions 54).
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import loadingStyles from "#widgets/ui/notice/Loading.module.css";
import { useWait } from "#widgets/ui/notice/Loading.tsx";
import pageStyles from "./Page.module.css";
import styles from "./States.module.css";
import { useHome } from "./usePortal.ts";

export function Empty({ icon, children, action }: { icon: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span className="tile">
        <Icon name={icon} />
      </span>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** It does not exist, or belongs to another office: a retry cannot help. */
export const isMissing = (error: unknown): boolean => error instanceof PortalError && error.status === 404;

interface FailedProps {
  error: unknown;
  retry: () => void;
  busy?: boolean;
  back?: { to: string; label: string } | undefined;
}

/** The sentence for a failure: what is known about it, never a code. */
export function useFailureText(): (error: unknown) => string {
  const text = useMessage();
  return (error) => {
    if (!(error instanceof PortalError)) return text("error.fetch");
    if (error.code === "network" || error.code === "timeout") return text("error.network");
    if (error.status === 401) return text("error.refused_call");
    return isMissing(error) ? text("portal.not_found.item") : text("error.fetch");
  };
}

export function Failed({ error, retry, busy, back }: FailedProps) {
  const text = useMessage();
  const sentence = useFailureText();
  const home = useHome();
  const way = back ?? home;
  const reference = error instanceof PortalError ? error.requestId : undefined;
  return (
    <div className={styles.empty} role="alert">
      <span className="tile">
        <Icon name="warn" />
      </span>
      <p>{sentence(error)}</p>
      {reference && <p className="small">{text("portal.failure.reference", { reference })}</p>}
      <div className="actions">
        {!isMissing(error) && (
          <Button small icon="refresh" busy={busy} onClick={retry}>
            {text("common.action.retry")}
          </Button>
        )}
        {error instanceof PortalError && error.status === 401 && (
          <a className="button button-secondary button-small" href="/auth/logout">
            {text("portal.header.logout")}
          </a>
        )}
        <Link className="button button-quiet button-small" to={way.to}>
          {way.label}
        </Link>
      </div>
    </div>
  );
}

/** What the screens need of a query. */
export interface QueryResult<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> extends RowsToComeProps {
  query: QueryResult<T>;
  back?: FailedProps["back"];
  /** Until it is loaded it is shown in a card of its own. */
  alone?: boolean;
  children: (data: T) => ReactNode;
}

/** The content once it has loaded. Until then a skeleton, or the error. */
export function Loaded<T>({
  query: { data, error, isFetching, refetch },
  back,
  alone,
  children,
  ...rows
}: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  const state = error ? (
    <Failed error={error} busy={isFetching} retry={() => void refetch()} back={back} />
  ) : (
    <RowsToCome {...rows} />
  );
  return alone ? <div className={`card ${pageStyles.alone}`}>{state}</div> : state;
}

interface RowsToComeProps {
  rows: number;
  label?: string;
  kind?: "high" | "table" | undefined;
}

/** A skeleton with the height of the rows, so that the page does not move. It is visible only after 200 ms. */
export function RowsToCome({ rows, label, kind }: RowsToComeProps) {
  const text = useMessage();
  const words = label ?? text("common.loading");
  const late = useWait(words);
  return (
    <div
      className={[loadingStyles.waits, styles.rows, kind && styles[kind]].filter(Boolean).join(" ")}
      aria-busy="true"
    >
      {late && <p className="visually-hidden">{words}</p>}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <div key={row} aria-hidden="true">
          {late && <span className={`${loadingStyles.line} ${loadingStyles.long}`} />}
          {late && <span className={`${loadingStyles.line} ${loadingStyles.atEnd}`} />}
        </div>
      ))}
    </div>
  );
}
