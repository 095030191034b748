// The published contract and the second opinion, row by row. The second opinion is fetched when a step is shown, because
// it brings ajv along.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "#api/calls/call.ts";
import { fieldId, fieldSegments, pointerSegments, toPointer } from "#engine/fields/fieldPath.ts";
import type { RawError } from "#engine/rules/contract.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, FieldError } from "#engine/schema/types.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { useUnsaved } from "../editor/useSavedFile.ts";
import { Card, Table } from "../Parts.tsx";
import type { UnsavedRules } from "../server/editing.ts";
import type { OpenStep } from "../step/openStep.ts";

type Ask = ReturnType<typeof import("#widgets/secondOpinion.ts")["createSecondOpinion"]>;
type Asked = { rows: ReturnType<typeof compareOpinions>; failed?: undefined } | { rows?: undefined; failed: string };

function useSecondOpinion(schema: Schema): Ask | null {
  const [create, setCreate] = useState<{ ask(schema: Schema): Ask } | null>(null);
  useEffect(() => {
    void import("#widgets/secondOpinion.ts").then((module) => setCreate({ ask: module.createSecondOpinion }));
  }, []);
  return useMemo(() => create?.ask(schema) ?? null, [create, schema]);
}

/** The unsaved rules of a file in the editor, with references resolved. */
function useUnsavedRules(file: string): UnsavedRules | null {
  const text = useUnsaved().get(file)?.text;
  const { data } = useQuery({
    queryKey: ["studio", "unsaved", file, text ?? null],
    queryFn: ({ signal }) =>
      text === undefined ? null : call<UnsavedRules>("POST", "/studio/schema", { body: { file, text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return text === undefined ? null : (data ?? null);
}

/** `rules`: the file of the step's rules, whose unsaved text is judged. */
export function Opinions({ open, rules }: { open: OpenStep; rules: string }) {
  const unsaved = useUnsavedRules(rules);
  const ask = useSecondOpinion(unsaved?.schema ?? open.source.schema);
  if (!ask) return null;
  const { rows, failed } = unsaved?.failed ? { rows: undefined, failed: unsaved.failed } : asked(open, ask);
  const agree = rows?.every((row) => row.agree) ?? false;
  return (
    <Card
      className="pv-table"
      heading="h3"
      title="Second opinion"
      badge={<Badge tone={agree ? "done" : "no"}>{agree ? "they agree" : "they disagree"}</Badge>}
    >
      {unsaved && (
        <p className="pv-expect" role="status">
          Of the rules as they stand in the editor, <strong>not saved</strong>; the contract is that of the last
          release.
        </p>
      )}
      {failed && (
        <p className="pv-expect pv-missing">
          <strong>It cannot compile this schema</strong>: {failed}
        </p>
      )}
      {rows?.length === 0 && <p className="pv-expect">Neither the contract nor @rjsf/validator-ajv8 finds an error.</p>}
      {rows && rows.length > 0 && (
        <Table heads={["Published contract", "@rjsf/validator-ajv8"]}>
          {rows.map((row) => (
            <tr key={row.id} className={row.agree ? undefined : "pv-disagree"}>
              <td data-label="Contract">{row.contract.join(", ") || "nothing"}</td>
              <td data-label="Second">
                {row.second.join(", ") || "nothing"}
                {!row.agree && <strong> (disagrees)</strong>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function asked({ session, step, context, judge }: OpenStep, ask: Ask): Asked {
  const data = session.active();
  try {
    return { rows: compareOpinions(step, data, judge(data), ask(data, context())) };
  } catch (reason) {
    return { failed: reason instanceof Error ? reason.message : String(reason) };
  }
}

interface Compared {
  id: string;
  contract: string[];
  second: string[];
  agree: boolean;
}

/** They only carry the errors of the rules inside them. */
const CARRIERS = new Set(["if", "allOf", "anyOf", "oneOf", "not"]);

interface Placed {
  id: string;
  said: string;
}

/**
 * Side by side, field by field. The contract names one error a field, the most basic. The second opinion names every
 * broken rule, so they agree when its list contains the contract's errors.
 */
export function compareOpinions(
  step: string,
  data: Answers,
  contract: readonly FieldError[],
  second: readonly RawError[],
): Compared[] {
  const first = contract.map(({ id, pointer, keyword }) => ({ id, said: `${pointer} ${keyword}` }));
  const other = second.filter(({ keyword }) => !CARRIERS.has(keyword)).map((error) => placed(error, step, data));
  const ids = [...new Set([...first, ...other].map(({ id }) => id))];
  return ids.map((id) => {
    const says = (from: Placed[]) => [...new Set(from.filter((opinion) => opinion.id === id).map(({ said }) => said))];
    const [ours, theirs] = [says(first), says(other)];
    const agree = ours.length > 0 && theirs.length > 0 && ours.every((sentence) => theirs.includes(sentence));
    return { id, contract: ours, second: theirs, agree };
  });
}

function placed({ instancePath, keyword, params }: RawError, step: string, data: Answers): Placed {
  const member = params.missingProperty ?? params.additionalProperty;
  const path = [...pointerSegments(instancePath), ...(typeof member === "string" ? [member] : [])];
  const name = params.available === false ? "listUnavailable" : keyword === "requiredFrom" ? "required" : keyword;
  return { id: fieldId(step, fieldSegments(path, data)), said: `${toPointer(path)} ${name}` };
}
