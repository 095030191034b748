// An amount in euros. The euro sign stands outside the value; thousands are grouped in the notation of the language, and
// either notation is read (decisions 60). What is no amount stays as typed, for the rule.
import type { WidgetProps } from "../runtime.ts";
import { NumberInput } from "./NumberInput.tsx";
import textStyles from "./Text.module.css";

export function CurrencyWidget(props: WidgetProps<number>) {
  return (
    <div className={textStyles.affix}>
      <span className={textStyles.before} aria-hidden="true">
        €
      </span>
      <NumberInput {...props} ui={{ size: "medium", ...props.ui }} grouped inputMode="decimal" />
    </div>
  );
}
