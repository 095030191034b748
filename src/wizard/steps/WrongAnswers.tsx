// The answers that ask for an explanation, above the place to give it: per questions step, with the given answer.
import type { Question, QuestionsAnswer } from "#engine/wire.ts";
import { useText } from "#widgets/text.ts";
import { answerTo, isWrong } from "../model/sending.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

const titles = {
  acceptance: "wizard.section.wrong_acceptance_questions",
  "closing-questions": "wizard.section.wrong_final_questions",
} as const;

export function WrongAnswers() {
  const { core } = useWizard();
  const sources = useWizardState((state) => state.sources);
  const answers = core.answers();
  return core.manifest.steps.map(({ key, questions }) => {
    if (!questions) return null;
    const all = (sources[questions] as QuestionsAnswer | undefined)?.data ?? [];
    const data = answers[key] ?? {};
    const wrong = all.filter((question) => isWrong(question, answerTo(data, question.id)));
    return wrong.length > 0 && <Group key={key} title={titles[questions]} questions={wrong} />;
  });
}

function Group({ title, questions }: { title: string; questions: Question[] }) {
  const text = useText();
  return (
    <section className="stack">
      <h3 className="sect-title">{text(title)}</h3>
      <ul className="q-ref">
        {questions.map((question) => (
          <li key={question.id}>
            <span>{question.question}</span>
            <strong>{text(question.wrong_answer === false ? "common.answer.no" : "common.answer.yes")}</strong>
            {question.refusal_yes && <p>{question.refusal_yes}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
