// A whole number. Grouping dots are read and not written: numbers this small need none.
import type { WidgetProps } from "../runtime.ts";
import { NumberInput } from "./NumberInput.tsx";

export function IntegerWidget(props: WidgetProps<number>) {
  return <NumberInput {...props} ui={{ size: "tiny", ...props.ui }} grouped={false} inputMode="numeric" />;
}
