// Skeletons and words for a wait, only once it has lasted 200 ms: what is quick does not flash. announce() reads the words,
// once for several parts of a page that wait together.
import { useEffect, useState } from "react";
import { useText } from "../../runtime/text.ts";
import { announce } from "../LiveRegion.tsx";
import { Spinner } from "../Spinner.tsx";
import styles from "./Loading.module.css";

export function useLate(after = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return late;
}

/** Whether a wait is long enough to show. Announces its words then. */
export function useWait(words: string): boolean {
  const late = useLate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once a wait, in the language it began in
  useEffect(() => {
    if (late) announce(words);
  }, [late]);
  return late;
}

interface LoadingProps {
  /** What is being loaded, for screen readers. Default "Loading…". */
  label?: string;
  /** Skeleton rows. 0 shows spinner and words instead. */
  rows?: number;
}

export function Loading({ label, rows = 0 }: LoadingProps) {
  const text = useText();
  const words = label ?? text("common.loading");
  const late = useWait(words);
  if (!late) return <div className={styles.waits} aria-busy="true" />;
  return (
    <div className={styles.waits} aria-busy="true">
      <p className={rows > 0 ? "visually-hidden" : styles.loading}>
        {rows === 0 && <Spinner />}
        {words}
      </p>
      <Skeleton rows={rows} />
    </div>
  );
}

const widths = [styles.long, styles.short, styles.atEnd];

function Skeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <span key={row} className={`${styles.line} ${widths[row % widths.length]}`} />
      ))}
    </div>
  );
}
