// The messages of rules over answers that decline or refer, as the server judged the newest answers: at the field and in the sidebar.
import { memo } from "react";
import type { JudgedRule } from "#api/wire/wireTypes.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useWizardState } from "../WizardContext.ts";

const NONE: JudgedRule[] = [];

/** Returns the rules that hold. */
export const useJudgedRules = (): JudgedRule[] => useWizardState(({ judgement }) => judgement?.rules ?? NONE);

export function RuleNotice({ rules }: { rules: readonly JudgedRule[] }) {
  const text = useText();
  if (rules.length === 0) return null;
  const declines = rules.some(({ effect }) => effect === "decline");
  return (
    <Notice tone={declines ? "danger" : "warning"} title={text("wizard.notice.dropout.title")}>
      {rules.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {declines && (
        <p>
          {text("error.dropout")} {text("error.dropout_explanation")}
        </p>
      )}
    </Notice>
  );
}

/** At the field with this id. */
export const FieldRules = memo(function FieldRules({ id }: { id: string }) {
  const isHere = ({ field }: JudgedRule) => field?.replace(".", "_") === id;
  const rules = useWizardState(({ judgement }) => (judgement?.rules?.some(isHere) ? judgement.rules : NONE));
  return <RuleNotice rules={rules.filter(isHere)} />;
});
