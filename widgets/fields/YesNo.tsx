// Yes or no as two radio boxes; neither is chosen beforehand.
import type { WidgetProps } from "../runtime.ts";
import { useText } from "../text.ts";
import { RadioBoxes } from "./Radio.tsx";

export function useYesNo() {
  const text = useText();
  return [
    { value: true, label: text("common.answer.yes") },
    { value: false, label: text("common.answer.no") },
  ];
}

export function YesNoWidget({ id, value, readonly, invalid, choose }: WidgetProps<boolean>) {
  const options = useYesNo();
  return <RadioBoxes {...{ id, value, options, readonly, invalid }} onChoose={choose} />;
}
