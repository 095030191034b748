// A card of the comparison, and its table with the place in the files below each name. The table's words come from the content.
import { type ReactNode, useId } from "react";
import type { Row } from "../server/compare/changes.ts";
import { useSay, type WordKey } from "../workspace/words.ts";

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

export function Heads({ words }: { words: readonly WordKey[] }) {
  const say = useSay();
  return (
    <thead>
      <tr>
        {words.map((word) => (
          <th key={word} scope="col">
            {say(word)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function ChangedRows({ rows }: { rows: readonly Row[] }) {
  const say = useSay();
  if (rows.length === 0) return <p>{say("nothingChanges")}</p>;
  return (
    <table className="table pv-stack">
      <Heads words={["where", "was", "becomes"]} />
      <tbody>
        {rows.map(({ product, where, before, after, place }) => (
          <tr key={`${product} ${place} ${where}`}>
            <th scope="row">
              {where}
              {place && <code className="subline">{place}</code>}
            </th>
            <td data-label={say("was")}>{before}</td>
            <td data-label={say("becomes")}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
