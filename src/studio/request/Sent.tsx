// What goes out when a request is sent: each mail as its receiver reads it, with the papers that go along.
import { useState } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { SentMail } from "../server/request/requests.ts";
import { useSay } from "../workspace/words.ts";

export function Sent({ mails }: { mails: readonly SentMail[] }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <section className="studio-sent" aria-labelledby="studio-sent">
      <h2 id="studio-sent">{say("goesOut")}</h2>
      {mails.length === 0 && <p>{say("noMail")}</p>}
      {mails.map((mail) => (
        <article key={mail.id} className="card">
          <dl>
            <div>
              <dt>{say("mailTo")}</dt>
              <dd>{mail.recipient}</dd>
            </div>
            <div>
              <dt>{say("mailSubject")}</dt>
              <dd lang={language}>{mail.subject}</dd>
            </div>
          </dl>
          <pre lang={language}>{mail.text}</pre>
          {mail.attachments.map(({ name, type }, index) => (
            <Paper key={name} name={name} type={type} address={`/studio/papers/${mail.id}/${index}`} />
          ))}
        </article>
      ))}
    </section>
  );
}

function Paper({ name, type, address }: { name: string; type: string; address: string }) {
  const say = useSay();
  const [shown, setShown] = useState(false);
  return (
    <>
      <p className="actions">
        <a className="button button-secondary button-small" href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
        {type === "application/pdf" && (
          <Button small aria-expanded={shown} onClick={() => setShown(!shown)}>
            {say(shown ? "hidePaper" : "showPaper", { name })}
          </Button>
        )}
      </p>
      {shown && <iframe src={address} title={name} />}
    </>
  );
}
