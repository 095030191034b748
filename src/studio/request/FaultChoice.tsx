// Faults on demand for the calls of the open request, written as for FAULTS. The server keeps them in a cookie until another request
// is begun.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "#api/calls/call.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { Button } from "#widgets/ui/Button.tsx";

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

const readFaults = (): string => decodeURIComponent(/(?:^|; )studio_faults=([^;]*)/.exec(document.cookie)?.[1] ?? "");

export function FaultChoice() {
  const [typed, setTyped] = useState(readFaults);
  const setFaults = useMutation({
    mutationFn: (faults: string) => call("PUT", "/studio/faults", { body: { faults } }),
  });
  const active = readFaults();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaults.mutate(typed);
  };
  return (
    <form onSubmit={submit} data-on={active !== "" || undefined}>
      <label htmlFor="studio-faults">Faults</label>
      <input
        id="studio-faults"
        className={textStyles.input}
        list="studio-fault-examples"
        value={typed}
        placeholder="none, or 503:0.1,drop seed=7"
        aria-invalid={setFaults.isError}
        aria-describedby="studio-faults-state"
        onChange={({ target: { value } }) => setTyped(value)}
      />
      <datalist id="studio-fault-examples">
        {EXAMPLES.map((example) => (
          <option key={example}>{example}</option>
        ))}
      </datalist>
      <Button small type="submit">
        {active !== "" && typed === "" ? "None" : "Set"}
      </Button>
      <span id="studio-faults-state" role="status">
        {setFaults.error?.message ?? (active !== "" && `On until another request is begun: ${active}`)}
      </span>
    </form>
  );
}
