// The only card of its page: why the page is empty, and a link home.
import type { ReactNode } from "react";
import { Link } from "react-router";
import statesStyles from "#portal/kit/States.module.css";
import { useHome } from "#portal/kit/usePortal.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { PageTitle } from "./PageTitle.tsx";

interface ApartCardProps {
  title: string;
  icon: string;
  role?: "alert";
  children: ReactNode;
}

export function ApartCard({ title, icon, role, children }: ApartCardProps) {
  return (
    <div className={`card ${statesStyles.empty} ${statesStyles.apart}`} role={role}>
      <PageTitle title={title} />
      {role === "alert" ? (
        <Icon name={icon} className={statesStyles.warning} />
      ) : (
        <span className="tile">
          <Icon name={icon} />
        </span>
      )}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}

export function HomeLink() {
  const home = useHome();
  return (
    <Link className="button button-primary" to={home.to}>
      {home.label}
    </Link>
  );
}
