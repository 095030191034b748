// The one input for numbers: react-number-format groups the digits while one types and keeps the caret in place. The value
// goes its way through a draft like any text; a key renders this input and nothing else.
import { type ClipboardEvent, useMemo, useState } from "react";
import { NumberFormatBase, useNumericFormat } from "react-number-format";
import { useTypedDraft } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { createNumberReader, numberCodec, SEPARATORS } from "./numberText.ts";
import { inputAttributes } from "./Text.tsx";

interface NumberInputProps extends WidgetProps<number> {
  grouped: boolean;
  inputMode: "numeric" | "decimal";
  /** Characters that may show, separators included. */
  visible?: number;
}

export function NumberInput({ grouped, inputMode, visible, ...props }: NumberInputProps) {
  const { decimal, group } = SEPARATORS[props.runtime.language];
  const [text, setText] = useState(() => numberCodec.format(props.value));
  const draft = useTypedDraft<HTMLInputElement>(props as WidgetProps, numberCodec, { show: setText });
  const library = useNumericFormat({
    thousandSeparator: grouped ? group : "",
    decimalSeparator: decimal,
    allowedDecimalSeparators: [".", ","],
    allowLeadingZeros: true,
  });
  const maxDigits = props.ui.maxDigits as number | undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library's two functions follow from the separators
  const reader = useMemo(
    () =>
      createNumberReader(
        { format: library.format!, read: library.removeFormatting! },
        { group: grouped ? group : undefined, decimal, maxDigits },
      ),
    [grouped, group, decimal, maxDigits],
  );
  return (
    <NumberFormatBase
      {...library}
      {...inputAttributes({ ...props, className: "num" })}
      inputMode={inputMode}
      maxLength={visible}
      getInputRef={draft.ref}
      value={text}
      valueIsNumericString
      format={reader.format}
      removeFormatting={reader.read}
      isAllowed={({ formattedValue }) => visible === undefined || formattedValue.length <= visible}
      onValueChange={({ value }, { source }) => {
        if (source !== "event") return;
        setText(value);
        draft.type(value);
      }}
      onPaste={pasteBare}
      {...draft.keys}
    />
  );
}

/** The euro sign and spaces take no place: with them the browser would cut the amount at the visible length. */
function pasteBare(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const pasted = event.clipboardData.getData("text");
  const bare = pasted.replace(/[\s\u00a0\u202f€]/g, "");
  if (bare === pasted || input.readOnly) return;
  event.preventDefault();
  input.setRangeText(bare, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
