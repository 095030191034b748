// An e-mail address: the keyboard of a phone, no spell check; the rule is the contract's.
import { plainText } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { TextInput } from "./Text.tsx";

export function EmailWidget(props: WidgetProps<string>) {
  return <TextInput {...props} codec={plainText} type="text" inputMode="email" />;
}
