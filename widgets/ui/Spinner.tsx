// A turning ring; decoration only, so the words stand next to it.
import styles from "./Spinner.module.css";
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" data-spinner />;
