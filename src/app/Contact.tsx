// Help for an error that persists: phone and e-mail of this language.
import { FormattedMessage } from "react-intl";
import { useProvider } from "#widgets/text.ts";
import { phoneLink } from "./provider.ts";

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
