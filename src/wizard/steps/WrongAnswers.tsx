// What asks for an explanation, above the field to give it: the wrong answers of each step of questions, then the reasons in
// other answers. The server decides all of it.

import type { QuestionsAnswer, WrongQuestion } from "#api/wire/wireTypes.ts";
import { useText } from "#widgets/runtime/text.ts";
import objectFieldTemplateStyles from "#widgets/templates/ObjectFieldTemplate.module.css";
import { Points } from "#widgets/ui/text/Points.tsx";
import { findWrongAnswers } from "../model/sending/judgedAnswers.ts";
import { useJudgedRules } from "../notices/RuleNotice.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./WrongAnswers.module.css";

const titles = {
  acceptance: "wizard.section.wrong_acceptance_questions",
  "closing-questions": "wizard.section.wrong_final_questions",
} as const;

export function WrongAnswers() {
  const text = useText();
  const { core } = useWizard();
  const rules = useJudgedRules();
  const sources = useWizardState((state) => state.sources);
  useWizardState((state) => state.answersRevision);
  const groups = core.manifest.steps.map((step) => {
    const wrong = findWrongAnswers(core, step);
    if (!step.questions || wrong.length === 0) return null;
    const questions = (sources[step.questions] as QuestionsAnswer | undefined)?.data ?? [];
    const find = (id: number) => questions.find((question) => question.id === id);
    return (
      <section key={step.key} className="stack">
        <h3 className={objectFieldTemplateStyles.title}>{text(titles[step.questions])}</h3>
        <WrongQuestions questions={wrong} find={find} />
      </section>
    );
  });
  return [...groups, <Reasons key="reasons" reasons={rules.map(({ message }) => message)} />];
}

interface WrongQuestionsProps {
  questions: WrongQuestion[];
  /** The question itself, with its list, which the answer may not bring, and what to explain. */
  find?: (question: number) => QuestionsAnswer["data"][number] | undefined;
}

export function WrongQuestions({ questions, find = () => undefined }: WrongQuestionsProps) {
  const text = useText();
  return (
    <ul className={styles.answers}>
      {questions.map(({ id, question, answer, notice, list_items = find(id)?.list_items ?? [] }) => (
        <li key={id}>
          <span>
            {question}
            <Points of={list_items} />
          </span>
          <strong>
            {text("wizard.questions.given_answer", {
              answer: text(answer ? "common.answer.yes" : "common.answer.no"),
            })}
          </strong>
          {notice && <p>{notice}</p>}
          {find(id)?.explain && <p>{find(id)?.explain}</p>}
        </li>
      ))}
    </ul>
  );
}

function Reasons({ reasons }: { reasons: string[] }) {
  const text = useText();
  if (reasons.length === 0) return null;
  return (
    <section className="stack">
      <h3 className={objectFieldTemplateStyles.title}>{text("wizard.section.other_reasons")}</h3>
      <ul className={styles.answers}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}
