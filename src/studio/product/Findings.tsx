// The findings of the check on all content, on top of every page: errors are visible, notes open with a click.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { studioQuery } from "../data.ts";
import type { Target } from "../editor/FileEditor.tsx";
import type { CheckAnswer } from "../server/calls.ts";
import { buildSearch } from "../step/setting.ts";
import { useSay } from "../workspace/words.ts";

type Finding = CheckAnswer["findings"][number];

export function Findings() {
  const say = useSay();
  const { data, isFetching, error } = useQuery(studioQuery<CheckAnswer>("/studio/check", { timeout: 60_000 }));
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
      {errors.length > 0 && <Sentences findings={errors} />}
      {notes.length > 0 && (
        <details className="pv-more">
          <summary>{say("noteCount", { count: notes.length })}</summary>
          <Sentences findings={notes} />
        </details>
      )}
    </Notice>
  );
}

/** Each leads into its file. */
export function Sentences({ findings }: { findings: Finding[] }) {
  const { product = "portal" } = useParams();
  const [search] = useSearchParams();
  return (
    <ul className="pv-findings" lang="en">
      {findings.map((finding) => (
        <li key={`${finding.file} ${finding.place} ${finding.sentence}`}>
          <Link {...findEditor(finding, product, search)}>
            <code>
              {[finding.file, finding.line, finding.column].filter(Boolean).join(":")}
              {finding.place && `: ${finding.place}`}
            </code>
          </Link>{" "}
          {finding.sentence}; {finding.hint}
        </li>
      ))}
    </ul>
  );
}

/** Whose file it is. What all products share is opened beside the product on the page. */
const OWN = /^(?:schemas(?=\/portal\/)|(?:schemas|fixtures)\/products|fixtures\/(?:steps|journeys))\/([a-z0-9_]+)[/-]/;
/** Of which step. Beside another file the open step stays. */
const OF_STEP =
  /^(?:(?:schemas\/portal|(?:schemas|fixtures)\/products\/\w+)\/([a-z0-9-]+)\.(?:schema|ui)|fixtures\/steps\/\w+\/([a-z0-9-]+))\.json$/;

/** Links to its line in the editor. */
export function findEditor({ file, line, column }: Finding, open: string, search: URLSearchParams) {
  const [, product = open] = OWN.exec(file) ?? [];
  const [, rules, cases] = OF_STEP.exec(file) ?? [];
  const address = new URLSearchParams(buildSearch(search, rules ?? cases ?? search.get("step") ?? ""));
  address.set("tab", "json");
  address.set("file", file);
  const state: Target = { file, line, column };
  return { to: `/product/${product}?${address}`, state };
}
