// Something went wrong: what happened, a reference, what to do now (decisions 53). A page of its own, or in place of a
// screen that failed. The header stays. After a new release the files of an old tab are missing: reloading loads them.
import { FormattedMessage } from "react-intl";
import { useMessage, useProvider } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { pageReference, phoneLink } from "../provider.ts";
import { ApartCard, HomeLink } from "./ApartCard.tsx";

interface Props {
  /** Reference of the call that failed, else of the page. */
  reference?: string | undefined;
  /** Files of the screen are missing. */
  missing?: boolean;
}

export function Failure({ reference = pageReference(), missing = false }: Props) {
  const text = useMessage();
  return (
    <ApartCard title={text("portal.failure.title")} icon="warn" role="alert">
      <p>{text(missing ? "common.part_missing" : "portal.failure.text")}</p>
      {reference && <p>{text("portal.failure.reference", { reference })}</p>}
      <Contact />
      <div className="actions">
        <Button icon="refresh" onClick={() => location.reload()}>
          {text(missing ? "common.action.reload" : "common.action.retry")}
        </Button>
        <HomeLink />
      </div>
    </ApartCard>
  );
}

/** Help for an error that persists: phone and e-mail of this language. */
export function Contact() {
  const { phone, email } = useProvider();
  return (
    <p>
      <FormattedMessage
        id="portal.failure.contact"
        values={{
          phone: <a href={phoneLink(phone)}>{phone}</a>,
          email: <a href={`mailto:${email}`}>{email}</a>,
        }}
      />
    </p>
  );
}
