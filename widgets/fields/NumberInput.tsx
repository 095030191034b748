// The one input for numbers: react-number-format groups the digits while one types and keeps the caret in place. The value
// goes its way through a draft like any text; a key renders this input and nothing else.
import { useMemo, useState } from "react";
import { NumberFormatBase, useNumericFormat } from "react-number-format";
import { CONVENTIONS } from "#engine/languages.ts";
import { useTypedDraft } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import { createNumberReader, numberCodec } from "./numberText.ts";
import textStyles from "./Text.module.css";
import { inputAttributes } from "./Text.tsx";

interface NumberInputProps extends WidgetProps<number> {
  grouped: boolean;
  inputMode: "numeric" | "decimal";
}

function NumberInput({ grouped, inputMode, ...props }: NumberInputProps) {
  const { decimal, group } = CONVENTIONS[props.runtime.language];
  const [text, setText] = useState(() => numberCodec.format(props.value));
  const draft = useTypedDraft<HTMLInputElement>(props as WidgetProps, numberCodec, { show: setText });
  const library = useNumericFormat({
    thousandSeparator: grouped ? group : "",
    decimalSeparator: decimal,
    allowedDecimalSeparators: [".", ","],
    allowLeadingZeros: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library's two functions follow from the separators
  const reader = useMemo(
    () =>
      createNumberReader(
        { format: library.format!, read: library.removeFormatting! },
        { group: grouped ? group : undefined, decimal },
      ),
    [grouped, group, decimal],
  );
  return (
    <NumberFormatBase
      {...library}
      {...inputAttributes({ ...props, className: "number" })}
      inputMode={inputMode}
      getInputRef={draft.ref}
      value={text}
      valueIsNumericString
      format={reader.format}
      removeFormatting={reader.read}
      onValueChange={({ value }, { source }) => {
        if (source !== "event") return;
        setText(value);
        draft.type(reader.typed() ?? value);
      }}
      {...draft.keys}
    />
  );
}

/** A whole number. Grouping dots are read and not written: numbers this small need none. */
export function IntegerWidget(props: WidgetProps<number>) {
  return <NumberInput {...props} ui={{ size: "tiny", ...props.ui }} grouped={false} inputMode="numeric" />;
}

/**
 * An amount in euros. The euro sign stands outside the value; thousands are grouped in the notation of the language, and
 * either notation is read (decisions 60). What is no amount stays as typed, for the rule.
 */
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
