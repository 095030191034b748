// A message to a broker or underwriter: label, help, error and text, up to as many characters as the call accepts.
import type { Ref } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import { Field } from "./Field.tsx";

interface MessageFieldProps {
  id: string;
  label: string;
  help?: string;
  error: string | null;
  text: string;
  onText: (text: string) => void;
  /** The message is being sent: text typed now would not go with it. */
  sending: boolean;
  ref: Ref<HTMLTextAreaElement>;
}

const MOST = 1200;

export function MessageField({ id, label, help, error, text, onText, sending, ref }: MessageFieldProps) {
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <Field {...{ id, label, help, error }}>
      <textarea
        ref={ref}
        id={id}
        className={textStyles.input}
        rows={4}
        value={text}
        onChange={({ target }) => onText(target.value)}
        // A text that a script put in without an event counts too.
        onBlur={({ target }) => target.value !== text && onText(target.value)}
        maxLength={MOST}
        readOnly={sending}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
    </Field>
  );
}
