// The tables of a product, each as a grid in which one types, and into which one pastes from Excel. A change that does not fit marks its
// cells and writes nothing.
import { useMemo, useState } from "react";
import type { Language } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { IconButton } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { NameForm } from "../../NameForm.tsx";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { Acts } from "../useActs.ts";
import pageStyles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { Cell, FAULTS } from "./Cell.tsx";
import { nameColumn, nameTable, showCell } from "./names.ts";
import { planTariff } from "./newTariff.ts";
import { copyRow, removeRow } from "./rowActs.ts";
import styles from "./Tables.module.css";
import { type CellFault, type CellPlace, findFaults, listTables, type ProductTable, writeTable } from "./tables.ts";

interface Props {
  content: Content;
  acts: Acts;
}

export function Tables({ content, acts }: Props) {
  const say = useSay();
  const language = useLanguage();
  const tables = useMemo(() => listTables(content), [content]);
  const make = async (day: string) => {
    const sentence = inBoth("tariffMade", { day });
    const reason = await acts.run((current) => makeAct(sentence, planTariff(current, day)));
    return reason ?? sentence[language];
  };
  return (
    <section className={styles.tables} aria-label={say("tables")}>
      <NameForm label={say("newTariff")} action={say("make")} type="date" onSubmit={make} />
      {tables.length === 0 && <p>{say("noTables")}</p>}
      {tables.map((table) => (
        <Grid key={table.id} table={table} content={content} acts={acts} />
      ))}
    </section>
  );
}

interface GridProps extends Props {
  table: ProductTable;
}

function Grid({ table, content, acts }: GridProps) {
  const say = useSay();
  const language = useLanguage();
  const [faults, setFaults] = useState<CellFault[]>([]);
  const nameIn = (code: Language) => nameTable(content, table, code);
  const day = /\d{4}-\d\d-\d\d/.exec(table.file)?.[0];
  const find = (current: Content) => listTables(current).find(({ id }) => id === table.id);
  const run = (key: WordKey, make: (current: Content, found: ProductTable) => ReturnType<typeof writeTable>) => {
    const sentence = inBoth(key, { name: inEachLanguage(nameIn) });
    return acts.run((current) => {
      const found = find(current);
      const edits = found ? make(current, found) : [];
      return edits.length > 0 ? makeAct(sentence, edits) : null;
    });
  };
  const put = async (from: CellPlace, cells: string[][]) => {
    const found = findFaults(table, from, cells);
    setFaults(found);
    if (found.length > 0) return announce(say("pasteRefused", { count: found.length }), "assertive");
    const many = cells.length > 1 || (cells[0]?.length ?? 0) > 1;
    await run(many ? "tablePasted" : "tableChanged", (current, fresh) => writeTable(current, fresh, from, cells));
  };
  const title = day ? say("tableFrom", { name: nameIn(language), day }) : nameIn(language);
  const beyond = faults.filter(({ row, column }) => row >= table.rows.length || column >= table.columns.length);
  return (
    <section className={styles.table} aria-label={title}>
      <h2>
        {title} <small>{table.file.slice(table.file.lastIndexOf("/") + 1)}</small>
      </h2>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.name} scope="col">
                {nameColumn(content, table, column, language)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{say("row")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={row}>
              {table.columns.map((column, index) => (
                <Cell
                  key={column.name}
                  label={`${nameColumn(content, table, column, language)}, ${say("row")} ${row + 1}`}
                  text={cells[index] ?? ""}
                  shown={showCell(content, table, column, { text: cells[index] ?? "", language })}
                  column={column}
                  fault={faults.find((fault) => fault.row === row && fault.column === index)}
                  onPut={(typed) => put({ row, column: index }, typed)}
                />
              ))}
              <td className={styles.tools}>
                <RowTools {...{ table, row, run }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > 0 && (
        <p className={pageStyles.refusal} role="alert">
          {say("pasteRefused", { count: faults.length })}{" "}
          {[...new Set(faults.map(({ reason }) => say(FAULTS[reason])))].join(" ")}
          {beyond[0] && ` ${say("row")} ${beyond[0].row + 1}, ${say("column")} ${beyond[0].column + 1}.`}
        </p>
      )}
    </section>
  );
}

interface ToolsProps {
  table: ProductTable;
  row: number;
  run(key: WordKey, make: (current: Content, found: ProductTable) => ReturnType<typeof writeTable>): Promise<unknown>;
}

function RowTools({ table, row, run }: ToolsProps) {
  const say = useSay();
  if (table.kind === "grid") return null;
  const isLast = table.rows.length === 1;
  return (
    <>
      {table.kind !== "values" && (
        <IconButton
          icon="plus"
          label={say("copyRow", { row: row + 1 })}
          onClick={() => void run("rowCopied", (current, found) => copyRow(current, found, row))}
        />
      )}
      <IconButton
        icon="trash"
        label={say("removeRow", { row: row + 1 })}
        disabled={isLast}
        onClick={() => void run("rowRemoved", (current, found) => removeRow(current, found, row))}
      />
    </>
  );
}
