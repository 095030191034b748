// A text with a link to the provider's e-mail address in place of one of its values.
import { splitText, useProvider, useText } from "../../runtime/text.ts";
import { Unbroken } from "./Unbroken.tsx";

interface Props {
  id: string;
  /** The value that the link takes the place of. */
  name?: string;
  subject?: string;
}

export function MailText({ id, name = "email", subject }: Props) {
  const { email } = useProvider();
  const [before, after] = splitText(useText(), id, name);
  const query = subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`;
  return (
    <>
      {before}
      {after !== undefined && (
        <a href={`mailto:${email}${query}`} aria-label={email}>
          <Unbroken>{email}</Unbroken>
        </a>
      )}
      {after}
    </>
  );
}
