// An amount in euros. The euro sign stands outside the value; thousands are grouped in the notation of the language, and
// either notation is read (decisions 60). What is no amount stays as typed, for the rule.
import type { WidgetProps } from "../runtime.ts";
import { NumberInput } from "./NumberInput.tsx";

const VISIBLE = 16;

export function CurrencyWidget(props: WidgetProps<number>) {
  const { ui } = props;
  return (
    <div className="affix">
      <span className="pre" aria-hidden="true">
        €
      </span>
      <NumberInput
        {...props}
        ui={{ size: "medium", ...ui }}
        grouped
        inputMode="decimal"
        visible={(ui.maxLength as number | undefined) ?? VISIBLE}
      />
    </div>
  );
}
