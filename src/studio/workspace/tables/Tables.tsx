// The tables of a product, each as a grid in which one types, and into which one pastes from Excel. A change that does not fit marks its
// cells and writes nothing.
import { useMemo, useState } from "react";
import { inEachLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { IconButton } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { NameForm } from "../../NameForm.tsx";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { Refusal } from "../panel/TextField.tsx";
import { useAddress } from "../panel/useAddress.ts";
import { useWorkspace } from "../useWorkspace.ts";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { Grid, type GridCell } from "./Grid.tsx";
import { nameColumn, nameTable, showCell } from "./names.ts";
import { planTariff } from "./newTariff.ts";
import styles from "./Tables.module.css";
import {
  type CellFault,
  type CellPlace,
  copyRow,
  findFaults,
  listTables,
  type ProductTable,
  removeRow,
  writeTable,
} from "./tables.ts";

export function Tables() {
  const say = useSay();
  const { content, acts } = useWorkspace();
  const language = useLanguage();
  const tables = useMemo(() => listTables(content), [content]);
  const names = tables.map((table) => {
    const day = /\d{4}-\d\d-\d\d/.exec(table.file)?.[0];
    const name = inEachLanguage((code) => nameTable(content, table, code));
    return day ? inBoth("tableFrom", { name, day }) : name;
  });
  const isAlone = (name: Words) => names.filter(({ nl }) => nl === name.nl).length === 1;
  const make = async (day: string) => {
    const sentence = inBoth("tariffMade", { day });
    const reason = await acts.run((current) => makeAct(sentence, planTariff(current, day)));
    return reason ?? sentence[language];
  };
  return (
    <section className={styles.tables} aria-label={say("tables")}>
      <NameForm label={say("newTariff")} action={say("make")} type="date" onSubmit={make} />
      {tables.length === 0 && <p>{say("noTables")}</p>}
      {tables.map((table, index) => {
        const name = names[index]!;
        const title = isAlone(name) ? name : inEachLanguage((code) => `${name[code]} (${table.name})`);
        return <Table key={table.id} {...{ table, title }} />;
      })}
    </section>
  );
}

/** The row of a table that the address names, as a finding leads there. */
function useShownRow({ file, kind, locate, rows }: ProductTable): CellPlace | undefined {
  const [search] = useAddress();
  const place = search.get("cell") ?? "";
  if (search.get("file") !== file) return undefined;
  if (kind === "csv") return { row: Number(place) - 2, column: 0 };
  for (const [row, cells] of rows.entries())
    for (const column of cells.keys()) {
      const pointer = `/${locate(row, column).join("/")}`;
      if (`${pointer}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${pointer}/`)) return { row, column };
    }
  return undefined;
}

function Table({ table, title }: { table: ProductTable; title: Words }) {
  const say = useSay();
  const { content, acts } = useWorkspace();
  const language = useLanguage();
  const shownRow = useShownRow(table);
  const [faults, setFaults] = useState<CellFault[]>([]);
  const run = (key: WordKey, make: (current: Content, found: ProductTable) => Edit[], merge?: string) =>
    acts.run((current) => {
      const found = listTables(current).find(({ id }) => id === table.id);
      const edits = found ? make(current, found) : [];
      return edits.length > 0 ? makeAct(inBoth(key, { name: title }), edits, merge) : null;
    });
  const type = async (from: CellPlace, typed: string) => {
    const cells = [[typed.trim()]];
    const [fault] = findFaults(table, from, cells);
    setFaults([]);
    if (fault) return say(`fault_${fault.reason}`);
    const merge = `${table.id} ${from.row} ${from.column}`;
    return run("tableChanged", (current, fresh) => writeTable(current, fresh, from, cells), merge);
  };
  const paste = (from: CellPlace, cells: string[][]) => {
    const found = findFaults(table, from, cells);
    setFaults(found);
    if (found.length > 0) return announce(say("pasteRefused", { count: found.length }), "assertive");
    return run("tablePasted", (current, fresh) => writeTable(current, fresh, from, cells));
  };
  const heads = table.columns.map((column) => nameColumn(content, table, column, language));
  const makeCell = (row: number, text: string, index: number): GridCell => {
    const column = table.columns[index]!;
    const fault = faults.find((each) => each.row === row && each.column === index);
    return {
      ...column,
      label: `${heads[index]}, ${say("row")} ${row + 1}`,
      text: showCell(content, table, column, { text, language }),
      fault: fault && say(`fault_${fault.reason}`),
      isSelected: shownRow?.row === row && shownRow.column === index,
      onChange: (typed) => type({ row, column: index }, typed),
      onPaste: (cells) => paste({ row, column: index }, cells),
    };
  };
  const [beyond] = faults.filter(({ row, column }) => row >= table.rows.length || column >= table.columns.length);
  const reasons = [...new Set(faults.map(({ reason }) => say(`fault_${reason}`)))];
  const refused = [
    say("pasteRefused", { count: faults.length }),
    ...reasons,
    ...(beyond ? [`${say("row")} ${beyond.row + 1}, ${say("column")} ${beyond.column + 1}.`] : []),
  ];
  return (
    <section className={styles.table} aria-label={title[language]}>
      <h2>
        {title[language]} <small>{`${table.file.slice(table.file.lastIndexOf("/") + 1)}, ${table.name}`}</small>
      </h2>
      <Grid
        heads={[
          ...heads,
          <span key="" className="visually-hidden">
            {say("row")}
          </span>,
        ]}
        rows={table.rows.map((cells, row) => ({
          key: String(row),
          cells: cells.map((text, index) => makeCell(row, text, index)),
          tools: table.kind !== "grid" && <RowTools {...{ table, row, run }} />,
        }))}
      />
      <Refusal reason={faults.length > 0 ? refused.join(" ") : undefined} />
    </section>
  );
}

interface ToolsProps {
  table: ProductTable;
  row: number;
  run(key: WordKey, make: (current: Content, found: ProductTable) => Edit[]): Promise<unknown>;
}

function RowTools({ table, row, run }: ToolsProps) {
  const say = useSay();
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
        disabled={table.rows.length === 1}
        onClick={() => void run("rowRemoved", (current, found) => removeRow(current, found, row))}
      />
    </>
  );
}
