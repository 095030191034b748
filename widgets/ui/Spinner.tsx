// A turning ring. It is decoration only, so its text is next to it.
import styles from "./Spinner.module.css";
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" data-spinner />;
