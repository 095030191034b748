// A whole number. Grouping dots are read and not written back: numbers this small need none.
import { useMemo } from "react";
import { parseMoney } from "#engine/formats.ts";
import { type Codec, plainText } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { guardNumeric } from "./numeric.ts";
import { TextInput } from "./Text.tsx";

const codec: Codec = {
  parse: (text) => {
    const typed = text.trim();
    return typed ? (parseMoney(typed) ?? typed) : undefined;
  },
  format: plainText.format,
};

export function IntegerWidget(props: WidgetProps<number>) {
  const { ui } = props;
  const guard = useMemo(
    () => guardNumeric({ maxDigits: ui.maxDigits as number | undefined, decimals: false }),
    [ui.maxDigits],
  );
  return (
    <TextInput
      {...props}
      ui={{ size: "tiny", ...ui }}
      className="num"
      codec={codec}
      inputMode="numeric"
      onBeforeInput={guard}
    />
  );
}
