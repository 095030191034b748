// Yes/no questions of an acceptance: one row a question, named by the question alone, each with its own error. An
// answer that requires a notice gets it at once. Answering all with no can be undone, and changes nothing by surprise.
import { lazy, Suspense, useId, useRef } from "react";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { ANSWER } from "#engine/schema/members.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isObject, orderedNames } from "#engine/schema/schemaTree.ts";
import type { ListItem } from "#engine/schema/types.ts";
import { heavy } from "../../heavy.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { AfterControl } from "../../templates/FieldNotes.tsx";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Button } from "../../ui/Button.tsx";
import { announce } from "../../ui/LiveRegion.tsx";
import switchStyles from "../choice/Switch.module.css";
import questionRowStyles from "./QuestionRow.module.css";
import { QuestionRow } from "./QuestionRow.tsx";
import styles from "./Questions.module.css";

/** An answer, or a record with the answer and what explains it. */
type YesNoAnswers = Record<string, unknown>;

const Explanation = lazy(heavy.explained);

export function QuestionsWidget(props: WidgetProps<YesNoAnswers>) {
  const { id, schema, ui, readonly, words } = props;
  const keys = orderedNames(Object.keys(schema.properties ?? {}), ui.order);
  const required = new Set((schema.required ?? []) as string[]);
  return (
    <div className={styles.list} id={id} tabIndex={-1}>
      <AfterControl id={id} words={words} missing="error.questions_not_found" />
      {ui.answerAllNo === true && keys.length > 0 && !readonly && <AllNo {...props} keys={keys} />}
      <div className={styles.questions}>
        {keys.map((key, index) => (
          <Question key={key} {...props} name={key} number={index + 1} required={required.has(key)} />
        ))}
      </div>
    </div>
  );
}

function Question({ name, number, required, ...props }: WidgetProps<YesNoAnswers> & { name: string; number: number }) {
  const { path, value, schema, rawUi, runtime } = props;
  const question = fieldUi(rawUi[name]);
  const place = [...path, name].join("/");
  const member = schema.properties?.[name] as Schema | undefined;
  const explains = member?.type === "object";
  const readonly = props.readonly || question.readonly === true;
  const row = (
    <QuestionRow
      path={explains ? `${place}/${ANSWER}` : place}
      number={number}
      item={(question.question as ListItem | undefined) ?? { value: name, label: question.title }}
      value={readAnswer(value?.[name]) as boolean | undefined}
      note={question.note}
      required={required}
      readonly={readonly}
    />
  );
  if (!explains) return row;
  return (
    <div className={questionRowStyles.explained}>
      {row}
      <Suspense>
        <Explanation path={place} schema={member} rawUi={rawUi[name] as UiSchema} {...{ readonly, runtime }} />
      </Suspense>
    </div>
  );
}

/** The answer is changed, and what explains it stays. */
function withAnswer(given: unknown, explains: boolean, answer?: boolean): unknown {
  if (!explains) return answer;
  const { [ANSWER]: _old, ...explanation } = isObject(given) ? given : {};
  return answer === undefined ? explanation : { [ANSWER]: answer, ...explanation };
}

/** The switch is on while every answer is no, however they were given. Undo brings back the earlier answers. */
function AllNo({ path, value, keys, schema, runtime }: WidgetProps<YesNoAnswers> & { keys: string[] }) {
  const text = useText();
  const id = useId();
  const before = useRef<YesNoAnswers | null>(null);
  const all = keys.every((key) => readAnswer(value?.[key]) === false);
  const put = (answers: YesNoAnswers) => runtime.session.commitField(path, answers);
  /** With what explains a yes that is a no now. */
  const stored = () => valueAt(runtime.session.data(), path) as YesNoAnswers | undefined;
  const answerAll = (answer?: boolean) => {
    const answers = stored() ?? {};
    const given = keys.map((key) => {
      const member = schema.properties?.[key] as Schema;
      return [key, withAnswer(answers[key], member.type === "object", answer)] as const;
    });
    put({ ...answers, ...Object.fromEntries(given) });
  };
  const fill = () => {
    runtime.session.flush();
    before.current = { ...stored() };
    answerAll(false);
    announce(text("wizard.questions.all_answered_no", { count: keys.length }));
  };
  const undo = () => {
    if (before.current) put(before.current);
    else answerAll();
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
