// Help for an error that persists: phone and e-mail of this language.
import { useContext } from "react";
import { FormattedMessage } from "react-intl";
import { TextDefaults } from "#widgets/text.ts";
import { phoneLink } from "./provider.ts";

export function Contact() {
  const { phone, email } = useContext(TextDefaults);
  return (
    <p>
      <FormattedMessage
        id="portal.failure.contact"
        values={{
          phone: <a href={phoneLink(String(phone ?? ""))}>{String(phone ?? "")}</a>,
          email: <a href={`mailto:${email}`}>{String(email ?? "")}</a>,
        }}
      />
    </p>
  );
}
