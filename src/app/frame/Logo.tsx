// The provider's mark and name. As a link it is named after its destination.
import { Link } from "react-router";
import { useMessage, useProvider } from "#widgets/runtime/text.ts";
import styles from "./Logo.module.css";

function Mark() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <rect className={styles.ground} width="34" height="34" rx="9" />
      <path className={styles.sign} d="m9 10.5 8 14 8-14" />
      <path className={styles.sign} d="M13.5 10.5h7" />
    </svg>
  );
}

export function Logo({ to }: { to?: string }) {
  const text = useMessage();
  const { provider } = useProvider();
  const content = (
    <>
      <Mark />
      <span>{provider}</span>
    </>
  );
  if (!to) return <span className={styles.logo}>{content}</span>;
  return (
    <Link className={styles.logo} to={to} aria-label={text("portal.header.logo_alt")}>
      {content}
    </Link>
  );
}
