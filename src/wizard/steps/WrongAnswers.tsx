// What asks for an explanation, above the place to give it: per questions step each wrong answer, then the reasons that
// stand in other answers. All of it is the server's say.
import type { QuestionsAnswer, WrongQuestion } from "#api/wireTypes.ts";
import objectFieldTemplateStyles from "#widgets/templates/ObjectFieldTemplate.module.css";
import { useText } from "#widgets/text.ts";
import { Points } from "#widgets/ui/Points.tsx";
import { wrongNow } from "../model/sending.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./WrongAnswers.module.css";

const titles = {
  acceptance: "wizard.section.wrong_acceptance_questions",
  "closing-questions": "wizard.section.wrong_final_questions",
} as const;

export function WrongAnswers() {
  const { core } = useWizard();
  const judgement = useWizardState((state) => state.judgement);
  const sources = useWizardState((state) => state.sources);
  const groups = core.manifest.steps.map((step) => {
    const wrong = wrongNow(core.state.get(), step);
    if (!step.questions || wrong.length === 0) return null;
    const asked = (sources[step.questions] as QuestionsAnswer | undefined)?.data ?? [];
    const points = (id: number) => asked.find((question) => question.id === id)?.list_items ?? [];
    return <Group key={step.key} title={titles[step.questions]} wrong={wrong} points={points} />;
  });
  return [...groups, <Reasons key="reasons" reasons={judgement?.reasons ?? []} />];
}

interface GroupProps {
  title: string;
  wrong: WrongQuestion[];
  points: (question: number) => string[];
}

function Group({ title, wrong, points }: GroupProps) {
  const text = useText();
  return (
    <section className="stack">
      <h3 className={objectFieldTemplateStyles.title}>{text(title)}</h3>
      <ul className={styles.answers}>
        {wrong.map(({ id, question, answer, notice }) => (
          <li key={id}>
            <span>
              {question}
              <Points of={points(id)} />
            </span>
            <strong>
              {text("wizard.questions.given_answer", {
                answer: text(answer ? "common.answer.yes" : "common.answer.no"),
              })}
            </strong>
            {notice && <p>{notice}</p>}
          </li>
        ))}
      </ul>
    </section>
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
