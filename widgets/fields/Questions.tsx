// Yes/no questions of an acceptance: one row a question, named by the question alone, each with its own error. An
// answer that requires a notice gets it at once. Answering all with no can be undone, and changes nothing by surprise.
import { useId, useRef } from "react";
import { orderedNames } from "#engine/schemaTree.ts";
import type { ListItem } from "#engine/types.ts";
import { fieldUi } from "../fieldUi.ts";
import type { WidgetProps } from "../runtime.ts";
import { AfterControl } from "../templates/FieldNotes.tsx";
import fieldTemplateStyles from "../templates/FieldTemplate.module.css";
import { useText } from "../text.ts";
import { Button } from "../ui/Button.tsx";
import { announce } from "../ui/LiveRegion.tsx";
import { QuestionRow } from "./QuestionRow.tsx";
import styles from "./Questions.module.css";
import switchStyles from "./Switch.module.css";

type YesNoAnswers = Record<string, boolean | undefined>;

export function QuestionsWidget(props: WidgetProps<YesNoAnswers>) {
  const { id, path, value, schema, ui, rawUi, readonly, words } = props;
  const keys = orderedNames(Object.keys(schema.properties ?? {}), ui.order);
  const required = new Set((schema.required ?? []) as string[]);
  return (
    <div className={styles.list} id={id} tabIndex={-1}>
      <AfterControl id={id} words={words} missing="error.questions_not_found" />
      {ui.answerAllNo === true && keys.length > 0 && !readonly && <AllNo {...props} keys={keys} />}
      <div className={styles.questions}>
        {keys.map((key, index) => {
          const question = fieldUi(rawUi[key]);
          return (
            <QuestionRow
              key={key}
              path={[...path, key].join("/")}
              number={index + 1}
              item={(question.question as ListItem | undefined) ?? { value: key, label: question.title }}
              value={value?.[key]}
              note={question.note}
              required={required.has(key)}
              readonly={readonly || question.readonly === true}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The switch is on while every answer is no, however they were given. Undo brings back the earlier answers. */
function AllNo({ path, value, keys, runtime }: WidgetProps<YesNoAnswers> & { keys: string[] }) {
  const text = useText();
  const id = useId();
  const before = useRef<YesNoAnswers | null>(null);
  const all = keys.every((key) => value?.[key] === false);
  const put = (answers: YesNoAnswers) => runtime.session.commitField(path, answers);
  const fill = () => {
    before.current = { ...value };
    put({ ...value, ...Object.fromEntries(keys.map((key) => [key, false])) });
    announce(text("wizard.questions.all_answered_no", { count: keys.length }));
  };
  const undo = () => {
    put(before.current ?? {});
    announce(text(before.current ? "wizard.questions.answers_back" : "wizard.questions.answers_gone"));
    before.current = null;
  };
  return (
    <div className={switchStyles.row}>
      <label className={fieldTemplateStyles.label} htmlFor={id}>
        {text("wizard.questions.answer_all_no")}
      </label>
      <span className={switchStyles.side}>
        {all && before.current && (
          <Button kind="quiet" small icon="undo" onClick={undo}>
            {text("common.action.undo")}
          </Button>
        )}
        <input
          className={switchStyles.control}
          id={id}
          type="checkbox"
          role="switch"
          checked={all}
          aria-checked={all}
          aria-describedby={`${id}-help`}
          onChange={all ? undo : fill}
        />
      </span>
      <p className={`${fieldTemplateStyles.help} ${switchStyles.help}`} id={`${id}-help`}>
        {text("wizard.questions.answer_all_no_help")}
      </p>
    </div>
  );
}
