// A Dutch postal code: `1234ab` is taken as `1234 AB` (decisions 19).
import { normalisePostalCode } from "#engine/formats.ts";
import { type Codec, plainText } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { TextInput } from "./Text.tsx";

const codec: Codec = { parse: (text) => normalisePostalCode(text) || undefined, format: plainText.format };

export function PostalCodeWidget(props: WidgetProps<string>) {
  return <TextInput {...props} ui={{ size: "short", ...props.ui }} codec={codec} />;
}
