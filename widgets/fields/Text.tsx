// A line of text. The browser owns the typed text. See draft.ts for when it reaches the data.
import type { ClipboardEvent, DragEvent } from "react";
import type { Schema } from "#engine/schema/schema.ts";
import { trimText } from "#engine/values/formats.ts";
import { findNotation, writeNotation } from "#engine/values/notations.ts";
import { type Codec, hasCells, useDraft, written } from "../runtime/draft.ts";
import type { WidgetProps } from "../runtime/runtime.ts";
import styles from "./Text.module.css";

/** A text without a notation, or in one of the table. */
export function TextWidget(props: WidgetProps<string>) {
  const { schema, ui, runtime } = props;
  const { normalise = trimText, inputMode, size } = findNotation(schema.format) ?? {};
  const codec = written(normalise, (value) => writeNotation(schema.format, value, runtime.language));
  return <TextInput {...props} ui={size ? { size, ...ui } : ui} codec={codec} inputMode={inputMode} />;
}

interface TextInputProps extends WidgetProps<never> {
  codec: Codec;
  inputMode?: "numeric" | "tel" | "email" | "url" | undefined;
  onText?: (text: string) => void;
}

const SIZES: Record<string, string | undefined> = { short: styles.short, medium: styles.medium, tiny: styles.narrow };

/**
 * Puts a range of cells in with a tab between them. A browser would put a space there for a line end, and `100 200` is a number.
 * The draft shows an error.
 */
function keepCells(event: ClipboardEvent<HTMLInputElement> | DragEvent<HTMLInputElement>, data: DataTransfer): void {
  const text = data.getData("text/plain");
  if (!hasCells(text)) return;
  event.preventDefault();
  event.currentTarget.focus();
  document.execCommand("insertText", false, trimText(text).replace(/[\t\n]+/g, "\t"));
}

/** Some browsers send prose away to have it spelt, and telephones correct and capitalise it. A code or number stays as typed. */
const CODE = { spellCheck: false, autoCorrect: "off", autoCapitalize: "off" } as const;

const isProse = ({ type, format }: Schema): boolean => type === "string" && !findNotation(format);

/** The attributes of every text input. */
export function inputAttributes({
  id,
  schema,
  ui,
  className,
  readonly,
  required,
  invalid,
  describedBy,
}: AttributeProps) {
  return {
    ...(isProse(schema) ? {} : CODE),
    id,
    name: id,
    className: [styles.input, SIZES[String(ui.size)], className].filter(Boolean).join(" "),
    placeholder: ui.placeholder,
    autoComplete: String(ui.autocomplete ?? "off"),
    readOnly: readonly,
    "aria-required": required || undefined,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => keepCells(event, event.clipboardData),
    onDrop: (event: DragEvent<HTMLInputElement>) => keepCells(event, event.dataTransfer),
  };
}

type AttributeProps = Pick<
  WidgetProps,
  "id" | "schema" | "ui" | "readonly" | "required" | "invalid" | "describedBy"
> & {
  className?: string | undefined;
};

/** The one text input: its state in attributes, its value in the browser. */
export function TextInput(props: Omit<TextInputProps, "value"> & { value: unknown }) {
  const { codec, inputMode, onText } = props;
  const draft = useDraft<HTMLInputElement>(props as WidgetProps, codec, onText);
  return <input {...draft} {...inputAttributes(props)} type="text" inputMode={inputMode} />;
}
