// The account page: links to one's own details, the staff, the sessions and the settings.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { profileQuery } from "#api/profile.ts";
import { isFor } from "#routes/table.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Page } from "../kit/Page.tsx";
import { usePaths } from "../kit/usePortal.ts";
import styles from "./Account.module.css";

export default function Account() {
  const text = useMessage();
  const to = usePaths();
  const staff = isFor("staff", useQuery(profileQuery()).data?.role);
  const ways: { to: string; icon: string; title: MessageId; text: MessageId }[] = [
    { to: to.accountDetails(), icon: "user", title: "portal.nav.account_details", text: "portal.account.details_link" },
    ...(staff
      ? [{ to: to.staff(), icon: "users", title: "portal.nav.staff", text: "portal.account.staff_link" } as const]
      : []),
    { to: to.sessions(), icon: "lock", title: "portal.nav.sessions", text: "portal.account.sessions_link" },
    { to: to.settings(), icon: "settings", title: "portal.nav.settings", text: "portal.account.settings_link" },
  ];
  return (
    <Page
      title={text("portal.account.title")}
      icon="user"
      sub={text(staff ? "portal.account.intro" : "portal.account.intro_own")}
    >
      <div className={styles.ways}>
        {ways.map((way) => (
          <Link key={way.to} className="product" to={way.to}>
            <span className="tile">
              <Icon name={way.icon} />
            </span>
            <span>
              <b>{text(way.title)}</b>
              <small>{text(way.text)}</small>
            </span>
            <Icon name="right" />
          </Link>
        ))}
      </div>
    </Page>
  );
}
