// Status, causes and history of a referral, the oldest event first, with a link to each file. Underwriter and broker read the same.
import type { ReactNode } from "react";
import type { Referral, ReferralEvent, ReferralRow } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Badge, type BadgeTone } from "#widgets/ui/Badge.tsx";
import { Points } from "#widgets/ui/text/Points.tsx";
import { DownloadLink } from "./kit/DownloadLink.tsx";
import { useFormat } from "./kit/usePortal.ts";
import styles from "./ReferralHistory.module.css";

const tones: Record<string, BadgeTone | undefined> = { W: "open", R: "open", V: "busy", P: "done", A: "no" };

export const ReferralStatus = ({ status, status_label }: Pick<ReferralRow, "status" | "status_label">) =>
  status_label ? <Badge tone={tones[status]}>{status_label}</Badge> : null;

type Causes = Pick<Referral, "wrong_questions" | "reasons">;

/** The answers that call for an underwriter: those to questions, and others with their field and record. */
export function ReferralCauses({ causes, children }: { causes: Causes; children?: ReactNode }) {
  const text = useMessage();
  return (
    <ul className={styles.causes}>
      {causes.wrong_questions.map(({ id, question, answer, list_items = [] }) => (
        <li key={id}>
          {question}
          <Points of={list_items} />
          <b>
            {text("portal.referral.why.answer", {
              answer: text(answer ? "common.digital_policy.J" : "common.digital_policy.N"),
            })}
          </b>
        </li>
      ))}
      {causes.reasons.map(({ message, answers }) => (
        <li key={message}>
          {message}
          <Points of={answers} />
        </li>
      ))}
      {children}
    </ul>
  );
}

interface ReferralHistoryProps {
  history: readonly ReferralEvent[];
  /** Address of a file. An underwriter reads it by its referral, a broker as a document of his relation. */
  fileAddress: (id: number) => string;
}

export function ReferralHistory({ history, fileAddress }: ReferralHistoryProps) {
  const text = useMessage();
  const format = useFormat();
  return (
    <ol className={styles.history}>
      {history.map(({ at, kind, name, text: said, files }) => (
        <li key={`${at}${kind}`}>
          <b>{text(`portal.referral.event.${kind}`)}</b>
          <small>{[name, format.ago(at)].filter(Boolean).join(" · ")}</small>
          {said && <p className="written">{said}</p>}
          {files.map(({ id, name: file }) => (
            <div key={id}>
              <DownloadLink href={fileAddress(id)} description={file} plainName={file}>
                {file}
              </DownloadLink>
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
