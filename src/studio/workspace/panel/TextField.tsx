// One text that is typed in the panel: saved while one types, and refused at its place. A text that changed in its file is shown at
// once, unless one is typing here.
import { useEffect, useId, useRef, useState } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import type { Outcome } from "../useActs.ts";
import styles from "../Workspace.module.css";

interface Props {
  label: string;
  value: string;
  language?: string;
  isLong?: boolean;
  /** Beside the length: that the text is missing. */
  hint?: string | undefined;
  isNumber?: boolean;
  onChange(typed: string): Promise<Outcome>;
}

/** Between the last key and the act. */
export const REST_MS = 60;

export function useTyped(value: string, onChange: Props["onChange"]) {
  const [typed, setTyped] = useState(value);
  const [refusal, setRefusal] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const sending = useRef(0);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // A value that was sent earlier is not what is typed by now.
    if (timer.current !== undefined || sending.current > 0 || value === sent.current) return;
    sent.current = value;
    setTyped(value);
    setRefusal(undefined);
  }, [value]);
  const send = async (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (text === sent.current) return;
    sent.current = text;
    sending.current += 1;
    const reason = await latest.current(text);
    sending.current -= 1;
    setRefusal(reason ?? undefined);
    if (reason !== undefined) sent.current = value;
    if (reason === null) setTyped(value);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(text), REST_MS);
  };
  return { typed, refusal, type, flush: () => timer.current !== undefined && void send(typed) };
}

/** Why something is not taken. */
export const Refusal = ({ id, reason }: { id?: string; reason: string | undefined }) =>
  reason && (
    <p id={id} className={styles.refusal} role="alert">
      {reason}
    </p>
  );

export function TextField({ label, value, language, isLong, hint, isNumber, onChange }: Props) {
  const id = useId();
  const { typed, refusal, type, flush } = useTyped(value, onChange);
  const Input = isLong ? "textarea" : "input";
  return (
    <div className={styles.text}>
      <label htmlFor={id}>
        {label}
        <small>{hint ?? (language ? typed.length : "")}</small>
      </label>
      <Input
        id={id}
        className={textStyles.input}
        lang={language}
        inputMode={isNumber ? "decimal" : undefined}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${id}-refusal` : undefined}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onBlur={flush}
        onKeyDown={({ key }) => key === "Enter" && !isLong && flush()}
      />
      <Refusal id={`${id}-refusal`} reason={refusal} />
    </div>
  );
}
