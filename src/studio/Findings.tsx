// What the check says about all content, on top of every page: errors as sentences in sight, notes behind a click.
import { useQuery } from "@tanstack/react-query";
import { Notice } from "#widgets/ui/Notice.tsx";
import { studioQuery } from "./data.ts";
import type { CheckAnswer } from "./server/calls.ts";

type Finding = CheckAnswer["findings"][number];

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;

export function Findings() {
  const { data, isFetching, error } = useQuery(studioQuery<CheckAnswer>("/studio/check", { timeout: 60_000 }));
  if (error) {
    return (
      <Notice tone="danger" role="alert" title="The check did not run">
        The studio's server does not answer. Is `npm run studio` still running?
      </Notice>
    );
  }
  if (!data) return <Notice role="status">Checking all content…</Notice>;
  const causes = data.findings.filter(({ follows }) => !follows);
  const followers = data.findings.filter(({ follows }) => follows);
  const errors = causes.filter(({ level }) => level === "error");
  const notes = causes.filter(({ level }) => level === "note");
  return (
    <Notice
      tone={errors.length > 0 ? "danger" : "success"}
      role="status"
      title={`npm run check: ${count(errors.length, "error")}, ${count(notes.length, "note")}`}
    >
      <p className="small">
        {data.summary}.{isFetching && " Checking again…"}
      </p>
      {!data.current && (
        <p>What you see below is not what is on disk: it shows the last files that could be published.</p>
      )}
      {errors.length > 0 && <Sentences findings={errors} />}
      {followers.length > 0 && (
        <details className="pv-more">
          <summary>
            {count(followers.length, "more error")} for the same {errors.length === 1 ? "reason" : "reasons"}
          </summary>
          <Sentences findings={followers} />
        </details>
      )}
      {notes.length > 0 && (
        <details className="pv-more">
          <summary>{count(notes.length, "note")}</summary>
          <Sentences findings={notes} />
        </details>
      )}
    </Notice>
  );
}

function Sentences({ findings }: { findings: Finding[] }) {
  return (
    <ul className="pv-findings">
      {findings.map((finding) => (
        <li key={`${finding.file} ${finding.place} ${finding.sentence}`}>
          <code>
            {[finding.file, finding.line, finding.column].filter(Boolean).join(":")}
            {finding.place && `: ${finding.place}`}
          </code>{" "}
          {finding.sentence}; {finding.hint}.
        </li>
      ))}
    </ul>
  );
}
