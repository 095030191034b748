// The table of a comparison, with the place in the files below each name.
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import { Table } from "../Parts.tsx";
import type { ChangesAnswer } from "../server/compare/changes.ts";

export function ChangedRows({ rows }: Pick<ChangesAnswer, "rows">) {
  return (
    <Table heads={["Where", "Before", "After"]}>
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
    </Table>
  );
}
