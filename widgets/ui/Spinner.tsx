// A turning ring; decoration only, so the words stand next to it.
import styles from "./Spinner.module.css";
export function Spinner({ small }: { small?: boolean }) {
  return <span className={small ? `${styles.spinner} ${styles.small}` : styles.spinner} aria-hidden="true" />;
}
