// A policy request that an underwriter looks at, or that cannot be accepted: which answers, why, what the broker wrote, what
// was asked for, and a mail link that carries the number in its subject.
import type { ReactNode } from "react";
import type { SubmitAnswer, WrongQuestion } from "#api/wire/wireTypes.ts";
import { useProvider, useText } from "#widgets/runtime/text.ts";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import wrongAnswersStyles from "../steps/WrongAnswers.module.css";
import { WrongQuestions } from "../steps/WrongAnswers.tsx";
import styles from "./Referral.module.css";

const prefix = "wizard.outcome.policy_not_accepted";

interface Props {
  answer: SubmitAnswer;
  /** What was asked for. */
  children: ReactNode;
}

export function Referral({ answer, children }: Props) {
  const text = useText();
  const { email } = useProvider();
  const notices = [...answer.wrong_acceptance_questions, ...answer.wrong_final_questions].map(({ notice }) => notice);
  const reasons = answer.refusal_messages.filter((message) => !notices.includes(message));
  return (
    <>
      <Questions title={text(`${prefix}.wrong_acceptance_questions`)} questions={answer.wrong_acceptance_questions} />
      <Questions title={text(`${prefix}.wrong_final_questions`)} questions={answer.wrong_final_questions} />
      {reasons.length > 0 && (
        <section className="stack">
          <h2>{text(`${prefix}.refusal_messages`)}</h2>
          <ul className={wrongAnswersStyles.answers}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      {answer.explanation && (
        <section className="stack">
          <h2>{text(`${prefix}.your_explanation`)}</h2>
          <p className={styles.explanation}>{answer.explanation}</p>
        </section>
      )}
      {children}
      {answer.number && email && (
        <p>
          <MailText
            id={`${prefix}.contact`}
            name="link"
            subject={text(`${prefix}.mail_subject`, { number: answer.number })}
          />
        </p>
      )}
    </>
  );
}

function Questions({ title, questions }: { title: string; questions: WrongQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <section className="stack">
      <h2>{title}</h2>
      <WrongQuestions questions={questions} />
    </section>
  );
}
