// One input with a button, and below it what came of it.
import { type FormEvent, type HTMLInputTypeAttribute, type ReactNode, useId, useState } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import { Button } from "#widgets/ui/Button.tsx";

interface Props {
  label: string;
  action: string;
  type?: HTMLInputTypeAttribute;
  isOptional?: boolean;
  /** What the input begins with. */
  start?: string | undefined;
  children?: ReactNode;
  /** Returns what is shown below. */
  onSubmit(value: string): Promise<ReactNode>;
}

export function NameForm({ label, action, type = "text", isOptional = false, start = "", children, onSubmit }: Props) {
  const id = useId();
  const [value, setValue] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<ReactNode>("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setMessage(await onSubmit(value.trim()).catch((error: Error) => error.message));
    setBusy(false);
  };
  return (
    <form className="studio-record" onSubmit={(event) => void submit(event)}>
      <div>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className={textStyles.input}
          type={type}
          value={value}
          required={!isOptional}
          onChange={({ target }) => setValue(target.value)}
        />
        {children}
        <Button type="submit" busy={isBusy}>
          {action}
        </Button>
      </div>
      <p role="status">{message}</p>
    </form>
  );
}
