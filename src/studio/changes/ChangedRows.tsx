// A card of the comparison, and its table with the place in the files below each name.
import { type ReactNode, useId } from "react";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import type { ChangesAnswer } from "../server/compare/changes.ts";

export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card studio-changes" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  );
}

export function ChangedRows({ rows }: Pick<ChangesAnswer, "rows">) {
  if (rows.length === 0) return <p>Nothing changes.</p>;
  return (
    <table className="table pv-stack">
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ product, where, before, after, place }) => (
          <tr key={`${product} ${place} ${where}`}>
            <th scope="row">
              <span lang={DEFAULT_LANGUAGE}>{where}</span>
              {place && <code className="subline">{place}</code>}
            </th>
            <td lang={DEFAULT_LANGUAGE}>{before}</td>
            <td lang={DEFAULT_LANGUAGE}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
