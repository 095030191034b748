// The published contract and the second opinion, row by row. The second opinion is fetched when a step is shown, because
// it brings ajv along.

import { useEffect, useMemo, useState } from "react";
import type { Schema } from "#engine/schema.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import type { OpenStep } from "./openStep.ts";
import { compareOpinions } from "./opinions.ts";

type Ask = ReturnType<typeof import("#widgets/secondOpinion.ts")["createSecondOpinion"]>;
type Asked = { rows: ReturnType<typeof compareOpinions>; failed?: undefined } | { rows?: undefined; failed: string };

function useSecondOpinion(schema: Schema): Ask | null {
  const [create, setCreate] = useState<{ ask(schema: Schema): Ask } | null>(null);
  useEffect(() => {
    void import("#widgets/secondOpinion.ts").then((module) => setCreate({ ask: module.createSecondOpinion }));
  }, []);
  return useMemo(() => create?.ask(schema) ?? null, [create, schema]);
}

export function Opinions({ open }: { open: OpenStep }) {
  const ask = useSecondOpinion(open.source.schema);
  if (!ask) return null;
  const { rows, failed } = asked(open, ask);
  const agree = rows?.every((row) => row.agree) ?? false;
  return (
    <section className="card pv-table" aria-labelledby="pv-opinions">
      <div className="card-head">
        <h3 id="pv-opinions">Second opinion</h3>
        <Badge tone={agree ? "done" : "no"}>{agree ? "they agree" : "they disagree"}</Badge>
      </div>
      {failed && (
        <p className="pv-expect pv-missing">
          <strong>It cannot compile this schema</strong>: {failed}
        </p>
      )}
      {rows?.length === 0 && <p className="pv-expect">Neither the contract nor @rjsf/validator-ajv8 finds an error.</p>}
      {rows && rows.length > 0 && (
        <table className="table pv-stack">
          <thead>
            <tr>
              <th scope="col">Published contract</th>
              <th scope="col">@rjsf/validator-ajv8</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={row.agree ? undefined : "pv-disagree"}>
                <td data-label="Contract">{row.contract.join(", ") || "nothing"}</td>
                <td data-label="Second">
                  {row.second.join(", ") || "nothing"}
                  {!row.agree && <strong> (disagrees)</strong>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
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
