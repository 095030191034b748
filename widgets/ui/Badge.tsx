// A status in colour, shape and word. An unknown tone stays grey: a code that we do not know is shown as it came.
import type { ReactNode } from "react";
import styles from "./Badge.module.css";

export type BadgeTone = "open" | "busy" | "done" | "no" | "popular";

export function Badge({ tone, children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={tone ? `${styles.badge} ${styles[tone]}` : styles.badge}>{children}</span>;
}
