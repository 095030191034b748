// The input of all number fields: digits are grouped while the broker types, the caret stays in place and undo works. The
// browser owns the text, as in every text field: a key renders nothing, and what is shown is what the draft commits.
import { type CompositionEvent, type FormEvent, useMemo } from "react";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { useDraft } from "../../runtime/draft.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import textStyles from "../Text.module.css";
import { inputAttributes } from "../Text.tsx";
import { NumberEditor } from "./numberEditor.ts";
import { numberCodec } from "./numberText.ts";

interface NumberInputProps extends WidgetProps<number> {
  grouped: boolean;
  cents?: boolean;
  inputMode: "numeric" | "decimal";
}

function NumberInput({ grouped, cents = false, inputMode, ...props }: NumberInputProps) {
  const { decimal, group } = CONVENTIONS[props.runtime.language];
  const { unit } = props.ui;
  const currency = props.ui.currency as string | undefined;
  const notation = useMemo(
    () => ({ group: grouped ? group : undefined, decimal, cents, words: { currency, unit } }),
    [grouped, group, decimal, cents, currency, unit],
  );
  const codec = useMemo(() => numberCodec(notation), [notation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: later values are adopted
  const editor = useMemo(() => new NumberEditor(notation, codec.format(props.value)), [notation, codec]);
  const draft = useDraft<HTMLInputElement>(props as WidgetProps, codec, editor.adopt);
  return (
    <input
      {...inputAttributes({ ...props, className: "number" })}
      {...draft}
      type="text"
      inputMode={inputMode}
      onInput={({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
        if (editor.follow(currentTarget, nativeEvent as InputEvent)) draft.onInput();
      }}
      onCompositionStart={() => {
        editor.startComposition();
        draft.onCompositionStart();
      }}
      onCompositionEnd={({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
        editor.endComposition(currentTarget, data);
        draft.onInput();
        draft.onCompositionEnd();
      }}
    />
  );
}

/** Grouping dots are read and not written. */
export function YearWidget(props: WidgetProps<number>) {
  return <NumberInput {...props} ui={{ size: "tiny", ...props.ui }} grouped={false} inputMode="numeric" />;
}

/**
 * An amount in euros, or in the currency of the layout. The sign is outside the value. Thousands are grouped in the
 * notation of the language, and either notation is read (decisions 60). A text that is not an amount stays as typed,
 * for the rule.
 */
export function CurrencyWidget(props: WidgetProps<number>) {
  const { currency } = props.ui;
  return (
    <div className={textStyles.affix}>
      <span className={currency ? `${textStyles.before} ${textStyles.code}` : textStyles.before} aria-hidden="true">
        {String(currency ?? "€")}
      </span>
      <NumberInput {...props} ui={{ size: "medium", ...props.ui }} grouped cents inputMode="decimal" />
    </div>
  );
}

/** A number with up to two decimals, and the unit of its text beside it. */
export function NumberWidget(props: WidgetProps<number>) {
  const { id, ui, describedBy } = props;
  const { unit } = ui;
  if (unit === undefined) return <NumberInput {...props} ui={{ size: "short", ...ui }} grouped inputMode="decimal" />;
  const about = [describedBy, `${id}__unit`].filter(Boolean).join(" ");
  return (
    <div className={textStyles.affix}>
      <NumberInput {...props} describedBy={about} ui={{ size: "short", ...ui }} grouped inputMode="decimal" />
      <span className={textStyles.unit} id={`${id}__unit`}>
        {unit}
      </span>
    </div>
  );
}
