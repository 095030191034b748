// The provider's mark and name. As a link it has a name that says where it leads.
import { type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { TextDefaults, useMessage } from "#widgets/text.ts";

function Mark() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <rect className="logo-bg" width="34" height="34" rx="9" />
      <path className="logo-fg" d="m9 10.5 8 14 8-14" />
      <path className="logo-fg" d="M13.5 10.5h7" />
    </svg>
  );
}

export function Logo({ to }: { to?: string }) {
  const text = useMessage();
  const { provider } = useContext(TextDefaults);
  const content: ReactNode = (
    <>
      <Mark />
      <span>{String(provider ?? "")}</span>
    </>
  );
  if (!to) return <span className="logo">{content}</span>;
  return (
    <Link className="logo" to={to} aria-label={text("portal.header.logo_alt")}>
      {content}
    </Link>
  );
}
