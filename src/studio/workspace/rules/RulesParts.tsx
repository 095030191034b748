// What the parts of the rules of a field are given, and the heading of each part.
import { type ReactNode, useId } from "react";
import type { Reach } from "../model/conditionAnswers.ts";
import type { Vocabulary } from "../model/conditionSentence.ts";
import type { FieldActs, FieldProps } from "../panel/useFieldActs.ts";
import styles from "../Workspace.module.css";

export interface RuleParts extends FieldProps {
  fieldActs: FieldActs;
  /** What can be read from the field. */
  vocabularyOf(reach: Reach): Vocabulary;
}

export function RuleGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
