// A line of text. The browser owns what is typed; see draft.ts for when it reaches the data.
import { normaliseEmail, normaliseHouseNumber, normalisePostalCode } from "#engine/formats.ts";
import { type Codec, plainText, useDraft, written } from "../draft.ts";
import type { WidgetProps } from "../runtime.ts";
import styles from "./Text.module.css";

const houseNumber = written(normaliseHouseNumber);

export function TextWidget(props: WidgetProps<string>) {
  const { format } = props.schema;
  const codec = format === "house-number" ? houseNumber : plainText;
  return <TextInput {...props} codec={codec} inputMode={format === "web-address" ? "url" : undefined} />;
}

interface TextInputProps extends WidgetProps<never> {
  codec: Codec;
  inputMode?: "numeric" | "email" | "url" | undefined;
  onText?: (text: string) => void;
}

const SIZES: Record<string, string | undefined> = { short: styles.short, medium: styles.medium, tiny: styles.narrow };

/** The attributes of every text input, whoever keeps its text. */
export function inputAttributes({ id, ui, className, readonly, required, invalid, describedBy }: AttributeProps) {
  return {
    id,
    name: id,
    className: [styles.input, SIZES[String(ui.size)], className].filter(Boolean).join(" "),
    placeholder: ui.placeholder,
    autoComplete: String(ui.autocomplete ?? "off"),
    readOnly: readonly,
    "aria-required": required || undefined,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
  };
}

type AttributeProps = Pick<WidgetProps, "id" | "ui" | "readonly" | "required" | "invalid" | "describedBy"> & {
  className?: string | undefined;
};

/** The one text input: its state in attributes, its value in the browser. */
export function TextInput(props: Omit<TextInputProps, "value"> & { value: unknown }) {
  const { codec, inputMode, onText } = props;
  const draft = useDraft<HTMLInputElement>(props as WidgetProps, codec, onText);
  return <input {...draft} {...inputAttributes(props)} type="text" inputMode={inputMode} />;
}

const email = written(normaliseEmail);

/** An e-mail address: the keyboard of a phone, no spell check; the rule is the contract's. */
export function EmailWidget(props: WidgetProps<string>) {
  return <TextInput {...props} codec={email} inputMode="email" />;
}

const postalCode = written(normalisePostalCode);

/** A Dutch postal code: `1234ab` is taken as `1234 AB` (decisions 19). */
export function PostalCodeWidget(props: WidgetProps<string>) {
  return <TextInput {...props} ui={{ size: "short", ...props.ui }} codec={postalCode} />;
}
