// Faults on demand for the calls of this browser's requests in the studio: written as for FAULTS, kept in a cookie until taken away.
import { type FormEvent, useState } from "react";
import textStyles from "#widgets/fields/Text.module.css";
import { Button } from "#widgets/ui/Button.tsx";

const NAME = "studio_faults";
const EXAMPLES = [
  "latency:2000",
  "503:0.2",
  "drop:0.2 seed=7",
  "double:1",
  "reorder:0.3",
  "401:0.05",
  "409:0.2",
  "422:0.2",
];

const readFaults = (): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(document.cookie)?.[1] ?? "");

export function FaultChoice() {
  const [faults, setFaults] = useState(readFaults);
  const [kept, setKept] = useState(faults);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with every call, also of a file or a link
    document.cookie = `${NAME}=${encodeURIComponent(faults)}; path=/; samesite=strict`;
    setKept(faults);
  };
  return (
    <form onSubmit={keep} data-on={kept !== "" || undefined}>
      <label htmlFor="studio-faults">Faults</label>
      <input
        id="studio-faults"
        className={textStyles.input}
        list="studio-fault-examples"
        value={faults}
        placeholder="none, or 503:0.1,drop seed=7"
        onChange={({ target: { value } }) => setFaults(value)}
      />
      <datalist id="studio-fault-examples">
        {EXAMPLES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      <Button small type="submit">
        {kept !== "" && faults === "" ? "None" : "Set"}
      </Button>
    </form>
  );
}
