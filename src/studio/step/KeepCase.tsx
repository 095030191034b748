// Keeps what the form has as a case of the step, with the errors that the rules give now as what is expected.
import { useLanguage } from "#widgets/runtime/text.ts";
import { NameForm } from "../NameForm.tsx";
import type { KeptCase } from "../server/edit/newContent.ts";
import { type Acts, productPath } from "../workspace/useActs.ts";
import styles from "../workspace/Workspace.module.css";
import { inBoth, useSay } from "../workspace/words.ts";
import type { OpenStep, Start } from "./openStep.ts";

interface Props {
  product: string;
  acts: Acts;
  open: OpenStep;
  chosen: Start;
}

export function KeepCase({ product, acts, open, chosen }: Props) {
  const say = useSay();
  const language = useLanguage();
  const keep = async (name: string) => {
    open.session.flush();
    const data = open.session.given();
    const errors = open.judge(data).map(({ pointer, keyword }): [string, string] => [pointer, keyword]);
    const sentence = inBoth("caseKept", { name });
    const { today } = open.context();
    const kept: KeptCase = {
      ...{ step: open.step, name, data, sentence },
      context: { ...chosen.context, today },
      expect: errors.length > 0 ? errors : "valid",
    };
    return (await acts.send(productPath(product, "cases"), kept)) ?? sentence[language];
  };
  return (
    <details className={styles.context}>
      <summary>{say("keepCase")}</summary>
      <NameForm label={say("caseShows")} action={say("keep")} onSubmit={keep} />
    </details>
  );
}
