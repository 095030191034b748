// Keeps the request that was made as a journey of the testers, shortened to what differs from the bases of the cases.
import { type FormEvent, useState } from "react";
import { call } from "#api/call.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { Button } from "#widgets/ui/Button.tsx";

export function Record({ draft, flow }: { draft: string; flow?: string }) {
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const record = async (event: FormEvent) => {
    event.preventDefault();
    const body = { draft, name, ...(flow && { flow }) };
    const answer = await call<{ said: string }>("POST", "/studio/journeys", { body }).catch((error: Error) => error);
    setSaid(answer instanceof Error ? answer.message : answer.said);
  };
  return (
    <form className="card studio-record" onSubmit={(event) => void record(event)}>
      <h2>Keep it as a journey</h2>
      <p>
        <label htmlFor="studio-record">What it shows</label>
        <input
          id="studio-record"
          className={textStyles.input}
          value={name}
          required
          placeholder="Policy accepted with the highest deductible"
          onChange={({ target: { value } }) => setName(value)}
        />
        <Button type="submit">Save</Button>
      </p>
      <p role="status">{said}</p>
    </form>
  );
}
