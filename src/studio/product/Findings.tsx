// The findings of the check on all content, on top of every page: errors are visible, notes open with a click.
import { useQuery } from "@tanstack/react-query";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useCheckQuery } from "../data.ts";
import type { CheckAnswer } from "../server/calls.ts";
import { FindingList } from "../workspace/findings/Findings.tsx";
import { useSay } from "../workspace/words.ts";

type StudioFinding = CheckAnswer["findings"][number];

export function Findings({ first }: { first: string }) {
  const say = useSay();
  const { data, isFetching, error } = useQuery(useCheckQuery().whole);
  if (error) {
    return (
      <Notice tone="danger" role="alert" title={say("checkFailed")}>
        {say("away")}
      </Notice>
    );
  }
  if (!data) return <Notice role="status">{say("checkingAll")}</Notice>;
  const errors = data.findings.filter(({ level }) => level === "error");
  const notes = data.findings.filter(({ level }) => level === "note");
  return (
    <Notice
      tone={errors.length > 0 ? "danger" : "success"}
      role="status"
      title={say("counted", { errors: errors.length, notes: notes.length })}
    >
      {isFetching && <p className="small">{say("checkingAgain")}</p>}
      {!data.current && <p>{say("notOnDisk")}</p>}
      {errors.length > 0 && <ByProduct findings={errors} first={first} />}
      {notes.length > 0 && (
        <details className="pv-more">
          <summary>{say("noteCount", { count: notes.length })}</summary>
          <ByProduct findings={notes} first={first} />
        </details>
      )}
    </Notice>
  );
}

/** Whose file it is. What all products share is shown beside the first product. */
const OWN = /^(?:schemas(?=\/portal\/)|(?:schemas|fixtures)\/products|fixtures\/(?:steps|journeys))\/([a-z0-9_]+)[/-]/;

function ByProduct({ findings, first }: { findings: readonly StudioFinding[]; first: string }) {
  const byProduct = Map.groupBy(findings, ({ file }) => OWN.exec(file)?.[1] ?? first);
  return [...byProduct].map(([product, own]) => <FindingList key={product} product={product} findings={own} />);
}
