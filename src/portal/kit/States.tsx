// What is shown in place of content that is not there: still loading, empty, or failed. An error always has a retry and a way
// back (decisions 54).
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
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

/** As the query library answers it, also when it fails again. */
type Retry = () => Promise<{ isSuccess: boolean }>;

interface FailedProps {
  error: unknown;
  retry: Retry;
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

/**
 * A retry removes its button, also while it loads: the focus goes to the heading of what loads. Only a retry that succeeds is
 * announced as loaded: one that fails is an alert of its own.
 */
function useRetry(box: RefObject<HTMLElement | null>, retry: Retry, error: unknown): () => void {
  const text = useMessage();
  const pressed = useRef<ReturnType<Retry>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error is that of the retry
  useEffect(() => {
    pressed.current = undefined;
  }, [error]);
  useLayoutEffect(() => {
    const place = box.current?.closest("section, main");
    return () => {
      if (!pressed.current) return;
      void pressed.current.then(({ isSuccess }) => isSuccess && announce(text("portal.failure.loaded")));
      const heading = ":is(h1, h2)[tabindex]";
      queueMicrotask(() =>
        (place?.querySelector<HTMLElement>(heading) ?? document.querySelector<HTMLElement>(`main ${heading}`))?.focus(),
      );
    };
  }, [box, text]);
  return () => {
    pressed.current = retry();
  };
}

export function Failed({ error, retry, busy, back }: FailedProps) {
  const text = useMessage();
  const box = useRef<HTMLDivElement>(null);
  const again = useRetry(box, retry, error);
  const sentence = useFailureText();
  const home = useHome();
  const way = back ?? home;
  const reference = error instanceof PortalError ? error.requestId : undefined;
  return (
    <div className={styles.empty} role="alert" ref={box}>
      <Icon name="warn" className={styles.warning} />
      <p>{sentence(error)}</p>
      {reference && <p className="small">{text("portal.failure.reference", { reference })}</p>}
      <div className="actions">
        {!isMissing(error) && (
          <Button small icon="refresh" busy={busy} onClick={again}>
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
  refetch: Retry;
}

interface LoadedProps<T> extends SkeletonProps {
  query: QueryResult<T>;
  back?: FailedProps["back"];
  /** Until it is loaded it is shown in a card of its own. */
  alone?: boolean;
  /** What is around the skeleton, as it will be around the content. */
  frame?: (rows: ReactNode) => ReactNode;
  children: (data: T) => ReactNode;
}

/** The content once it has loaded. Until then a skeleton, or the error. */
export function Loaded<T>({
  query: { data, error, isFetching, refetch },
  back,
  alone,
  frame = asItIs,
  children,
  ...rows
}: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  const inCard = (shown: ReactNode) => (alone ? <div className={`card ${pageStyles.alone}`}>{shown}</div> : shown);
  if (error) return inCard(<Failed error={error} busy={isFetching} retry={refetch} back={back} />);
  return frame(inCard(<RowsToCome {...rows} />));
}

const asItIs = (rows: ReactNode) => rows;

interface SkeletonProps {
  rows: number;
  label?: string;
  kind?: "high" | undefined;
  /** Of a table that will have these heads. */
  columns?: readonly { key: string; header: MessageId; num?: boolean; wide?: boolean; end?: boolean }[];
}

/** A skeleton with the height of the rows, so that the page does not move. It is visible only after 200 ms. */
export function RowsToCome({ rows, label, kind, columns }: SkeletonProps) {
  const text = useMessage();
  const words = label ?? text("common.loading");
  const late = useWait(words);
  const count = Array.from({ length: rows }, (_, row) => row);
  if (columns)
    return (
      <div className={loadingStyles.waits} aria-busy="true">
        {late && <p className="visually-hidden">{words}</p>}
        <table className="table table-cards table-fixed table-two-lines" aria-hidden="true">
          <thead>
            <tr>
              {columns.map(({ key, header, num, wide, end }) => (
                <th key={key} className={`${num ? "figures" : ""} ${wide ? "wide" : ""} ${end ? "end" : ""}`}>
                  {text(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {count.map((row) => (
              <tr key={row}>
                {columns.map(({ key }) => (
                  <td key={key}>{late && <span className={`${loadingStyles.line} ${loadingStyles.long}`} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  return (
    <div
      className={[loadingStyles.waits, styles.rows, kind && styles[kind]].filter(Boolean).join(" ")}
      aria-busy="true"
    >
      {late && <p className="visually-hidden">{words}</p>}
      {count.map((row) => (
        <div key={row} aria-hidden="true">
          {late && <span className={`${loadingStyles.line} ${loadingStyles.long}`} />}
          {late && <span className={`${loadingStyles.line} ${loadingStyles.atEnd}`} />}
        </div>
      ))}
    </div>
  );
}
