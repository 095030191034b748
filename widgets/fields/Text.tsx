// A line of text. The browser owns what is typed; see draft.ts for when it reaches the data.
import { type Codec, plainText, useDraft } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";

export function TextWidget(props: WidgetProps<string>) {
  return <TextInput {...props} codec={plainText} />;
}

export interface TextInputProps extends WidgetProps<never> {
  codec: Codec;
  type?: "text" | "email" | "password";
  inputMode?: "numeric" | "decimal" | "email" | "text";
  maxLength?: number;
  className?: string;
  onText?: (text: string) => void;
  onBeforeInput?: (event: InputEvent) => void;
}

const SIZES: Record<string, string> = { short: "w-sm", medium: "w-md", tiny: "w-xs" };

/** The one text input: its state in attributes, its value in the browser. */
export function TextInput(props: Omit<TextInputProps, "value"> & { value: unknown }) {
  const {
    id,
    ui,
    codec,
    type = "text",
    inputMode,
    maxLength,
    className,
    readonly,
    required,
    invalid,
    describedBy,
  } = props;
  const draft = useDraft<HTMLInputElement>(props as WidgetProps, codec, props.onText);
  const classes = ["input", SIZES[String(ui.size)], className].filter(Boolean).join(" ");
  return (
    <input
      {...draft}
      id={id}
      name={id}
      type={type}
      className={classes}
      inputMode={inputMode}
      maxLength={maxLength}
      placeholder={ui.placeholder}
      autoComplete={String(ui.autocomplete ?? "off")}
      readOnly={readonly}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onBeforeInput={
        props.onBeforeInput && ((event) => props.onBeforeInput?.(event.nativeEvent as unknown as InputEvent))
      }
    />
  );
}
