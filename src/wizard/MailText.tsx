// A text that names the provider's e-mail address once, with a link in its place.
import { useContext } from "react";
import { TextDefaults, useText } from "#widgets/text.ts";

const MARK = "\u0000";

export function MailText({ id }: { id: string }) {
  const text = useText();
  const email = String(useContext(TextDefaults).email ?? "");
  const [before, after] = text(id, { email: MARK }).split(MARK);
  return (
    <>
      {before}
      {after !== undefined && <a href={`mailto:${email}`}>{email}</a>}
      {after}
    </>
  );
}
