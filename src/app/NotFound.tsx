// There is no page at this address.

import { Link } from "react-router";
import statesStyles from "#portal/kit/States.module.css";
import { paths } from "#routes/paths.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { PageTitle } from "./PageTitle.tsx";

export function NotFound() {
  const text = useMessage();
  const language = useLanguage();
  return (
    <div className={`card ${statesStyles.empty} ${statesStyles.apart}`}>
      <PageTitle title={text("portal.not_found.title")} />
      <span className="tile">
        <Icon name="search" />
      </span>
      <h1 tabIndex={-1}>{text("portal.not_found.title")}</h1>
      <p>{text("portal.not_found.text")}</p>
      <Link className="button button-primary" to={paths(language).dashboard()}>
        {text("portal.not_found.to_dashboard")}
      </Link>
    </div>
  );
}
