// Keeps what the form has as a case of the step, with the errors that the rules give now as what is expected.
import { useLanguage } from "#widgets/runtime/text.ts";
import { NameForm } from "../NameForm.tsx";
import { useWorkspace } from "../workspace/useWorkspace.ts";
import styles from "../workspace/Workspace.module.css";
import { inBoth, useSay } from "../workspace/words.ts";
import { planCase } from "./planCase.ts";
import type { OpenedStep } from "./useOpenStep.ts";

export function KeepCase({ open, cases, chosen }: Pick<OpenedStep, "open" | "cases" | "chosen">) {
  const say = useSay();
  const { acts } = useWorkspace();
  const language = useLanguage();
  const keep = async (name: string) => {
    if (cases.some((other) => other.name === name)) return say("caseTaken", { name });
    open.session.flush();
    const data = open.session.given();
    const errors = open.judge(data).map(({ pointer, keyword }): [string, string] => [pointer, keyword]);
    const context = { ...chosen.context, today: open.context().today };
    const kept = { name, data, context, expect: errors.length > 0 ? errors : ("valid" as const) };
    const refusal = await acts.run((content) => planCase(content, open.step, kept, cases[1]));
    return refusal ?? inBoth("caseKept", { name })[language];
  };
  return (
    <details className={styles.context}>
      <summary>{say("keepCase")}</summary>
      <NameForm label={say("caseShows")} action={say("keep")} onSubmit={keep} />
    </details>
  );
}
