// What explains the answer to one question: the other fields of its record, below the question. Judges nothing.
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { memo, useMemo } from "react";
import { ANSWER } from "#engine/schema/members.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { FormRuntime } from "../../runtime/runtime.ts";
import styles from "../questions/QuestionRow.module.css";
import { RowFields } from "./RowFields.tsx";

interface ExplanationProps {
  /** Path of the question's record, joined with slashes so that it compares by value. */
  path: string;
  schema: Schema;
  rawUi: UiSchema;
  readonly: boolean;
  runtime: FormRuntime;
}

export default memo(function Explanation({ path, rawUi, ...fields }: ExplanationProps) {
  const parts = useMemo(() => path.split("/"), [path]);
  const uiSchema = useMemo(() => ({ ...rawUi, "ui:ObjectFieldTemplate": BelowQuestion }) as UiSchema, [rawUi]);
  return <RowFields path={parts} uiSchema={uiSchema} {...fields} />;
});

/** The question itself draws the answer. */
function BelowQuestion({ properties }: ObjectFieldTemplateProps) {
  const fields = properties.filter(({ name, hidden }) => name !== ANSWER && !hidden);
  if (fields.length === 0) return null;
  return <div className={styles.explanation}>{fields.map(({ content }) => content)}</div>;
}
