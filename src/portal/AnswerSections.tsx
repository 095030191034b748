// The answers of a sent request, a panel for each step. On a wide screen the records of a list are a table.
import { Fragment } from "react";
import type { AnswerSection } from "#api/wire/wireTypes.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import { useMedia } from "#widgets/ui/useMedia.ts";
import styles from "./AnswerSections.module.css";
import { FactPanel } from "./kit/Panel.tsx";

type Table = NonNullable<AnswerSection["tables"]>[number];

export function AnswerSections({ sections }: { sections: readonly AnswerSection[] }) {
  const isWide = useMedia("(min-width: 48rem)");
  return sections.map(({ heading, rows, tables = [] }) => (
    <FactPanel key={heading} title={heading}>
      {isWide ? <Parts rows={rows} tables={tables} /> : <Rows rows={rows} />}
    </FactPanel>
  ));
}

/** Each table in the place of its rows. */
function Parts({ rows, tables }: { rows: AnswerSection["rows"]; tables: readonly Table[] }) {
  const end = (table: Table | undefined) => (table ? table.from + table.count : 0);
  return (
    <>
      {tables.map((table, index) => (
        <div key={table.from} className={styles.part}>
          <Rows rows={rows.slice(end(tables[index - 1]), table.from)} />
          <RecordTable {...table} />
        </div>
      ))}
      <Rows rows={rows.slice(end(tables.at(-1)))} />
    </>
  );
}

function RecordTable({ headings, rows }: Table) {
  return (
    <table className={`table ${styles.records}`}>
      <thead>
        <tr>{headings.map((heading) => (heading ? <th key={heading}>{heading}</th> : <td key="" />))}</tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name, and none changes its place
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={headings[column + 1]}>
                <Unbroken>{cell}</Unbroken>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Labels are the product's own, in the words of the release that the request was made with. A record's answers are below its name. */
function Rows({ rows }: { rows: AnswerSection["rows"] }) {
  const groups: AnswerSection["rows"][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last[0]?.record?.place === row.record?.place) last.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => {
    const [{ record } = {}] = group;
    return (
      <Fragment key={`${record?.place} ${group[0]?.label}`}>
        {record && <h3 className={styles.record}>{record.name}</h3>}
        <dl className={`${factsStyles.facts} ${styles.answers}`}>
          {group.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read alike, and none changes its place
            <div key={index}>
              <dt className={styles.label}>{record ? label.slice(`${record.name} – `.length) : label}</dt>
              <dd>
                <Unbroken>{value}</Unbroken>
              </dd>
            </div>
          ))}
        </dl>
      </Fragment>
    );
  });
}
