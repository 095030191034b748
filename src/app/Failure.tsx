// Something went wrong: what happened, a reference, what to do now (decisions 53). As a page of its own, and in the place
// of a screen that broke; the header stays. After a new release an old tab misses its files: reloading gets them.
import { useContext } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { TextDefaults, useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useLanguage } from "./LanguageProvider.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { paths } from "./paths.ts";
import { phoneLink } from "./provider.ts";

export function Failure({ reference }: { reference?: string | undefined }) {
  const text = useMessage();
  const language = useLanguage();
  const { phone, email } = useContext(TextDefaults);
  return (
    <div className="card empty page-gap" role="alert">
      <PageTitle title={text("portal.failure.title")} />
      <span className="tile">
        <Icon name="warn" />
      </span>
      <h1 tabIndex={-1}>{text("portal.failure.title")}</h1>
      <p>{text("portal.failure.text")}</p>
      {reference && <p>{text("portal.failure.reference", { reference })}</p>}
      <p>
        <FormattedMessage
          id="portal.failure.contact"
          values={{
            phone: <a href={phoneLink(String(phone ?? ""))}>{String(phone ?? "")}</a>,
            email: <a href={`mailto:${email}`}>{String(email ?? "")}</a>,
          }}
        />
      </p>
      <div className="actions">
        <Button icon="refresh" onClick={() => location.reload()}>
          {text("common.action.retry")}
        </Button>
        <Link className="btn btn-primary" to={paths(language).dashboard()}>
          {text("portal.failure.to_dashboard")}
        </Link>
      </div>
    </div>
  );
}
