// All texts of a product in a grid, the languages side by side, with search and filters. A translator gets them as a file and gives it
// back.
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useMemo, useState } from "react";
import type { Language } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import textStyles from "#widgets/fields/Text.module.css";
import { Button } from "#widgets/ui/Button.tsx";
import { productPath, studioQuery } from "../../data.ts";
import type { ChangedFiles } from "../../server/edit/patch.ts";
import { Content } from "../model/content.ts";
import { makeAct } from "../model/fieldActs.ts";
import type { Selection } from "../model/outline.ts";
import { Segments } from "../Segments.tsx";
import { Grid, type GridCell } from "../tables/Grid.tsx";
import { useWorkspace } from "../useWorkspace.ts";
import pageStyles from "../Workspace.module.css";
import { inBoth, useSay } from "../words.ts";
import styles from "./TextsGrid.module.css";
import {
  chooseTexts,
  exportTexts,
  FILTERS,
  type Filter,
  importTexts,
  isTooLong,
  listTexts,
  markChanged,
  type Refusal,
  type TextRow,
  writeWords,
} from "./texts.ts";

/** So many are shown at once. */
const PAGE = 100;

export function TextsGrid() {
  const say = useSay();
  const { content, acts, select: onSelect } = useWorkspace();
  const [filter, setFilter] = useState<Filter>("own");
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(PAGE);
  const { data: released } = useQuery(studioQuery<ChangedFiles>(productPath(content.product, "released")));
  const earlier = useMemo(() => released && listTexts(new Content(content.product, released)), [released, content]);
  const rows = useMemo(
    () => (earlier ? markChanged(listTexts(content), earlier) : listTexts(content)),
    [content, earlier],
  );
  const chosen = useMemo(() => chooseTexts(rows, filter, search), [rows, filter, search]);
  const select = (row: TextRow) => {
    const found = findShown(content, row);
    if (found) onSelect({ step: found.step, names: found.names });
  };
  const makeCell = (row: TextRow, code: Language): GridCell => ({
    label: `${row.key}, ${code}`,
    language: code,
    isLong: true,
    text: row.texts[code] ?? "",
    onFocus: () => select(row),
    hint(typed) {
      const isMissing = typed.trim() === "";
      return isMissing || isTooLong(row.key, typed) ? (
        <small>{isMissing ? say("missing") : say("tooLong", { count: typed.length })}</small>
      ) : null;
    },
    onChange: (value) =>
      acts.run((current) => {
        const found = listTexts(current).find((each) => each.key === row.key);
        const edits = found ? writeWords(current, found, code, value) : [];
        const sentence = inBoth("textChanged", { key: row.key, value });
        return edits.length > 0 ? makeAct(sentence, edits, `${row.key} ${code}`) : null;
      }),
  });
  const counted = (each: Filter) => say(`show_${each}`, { count: chooseTexts(rows, each, "").length });
  return (
    <section className={styles.texts} aria-label={say("allTexts")}>
      <div className={styles.tools}>
        <label>
          {say("search")}
          <input
            type="search"
            className={textStyles.input}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
        <Segments<Filter>
          label={say("show")}
          choices={FILTERS.map((each) => [each, counted(each)] as const)}
          value={filter}
          onChange={setFilter}
        />
        <Exchange rows={chosen} />
      </div>
      <Grid
        heads={[say("key"), ...LANGUAGES]}
        rows={chosen.slice(0, shown).map((row) => ({
          key: row.key,
          head: (
            <>
              <code>{row.key}</code>
              {row.isShared && <small>{say("shared")}</small>}
            </>
          ),
          cells: LANGUAGES.map((code) => makeCell(row, code)),
        }))}
      />
      {chosen.length > shown && (
        <Button small onClick={() => setShown(shown + PAGE)}>
          {say("more", { count: chosen.length - shown })}
        </Button>
      )}
    </section>
  );
}

/** The field that shows a text: that which has the words beside it, or whose keys lead to it. Otherwise the step that shows it. */
function findShown(content: Content, { key, places }: TextRow): Selection | undefined {
  const { file, path } = places[DEFAULT_LANGUAGE];
  const field = content.listFields().findLast((each) => {
    const { rules } = each;
    const isBeside = rules.file === file && rules.path.every((part, index) => part === path[index]);
    return isBeside || content.listKeys(each, "").some((beginning) => key.startsWith(beginning));
  });
  const isOf = (step: string) =>
    content.findStepFile(step, "schema") === file ||
    content.findStepFile(step, "ui") === file ||
    key.split(".").includes(step);
  const step = content.listForms().find(isOf);
  return field ?? (step === undefined ? undefined : { step, names: [] });
}

function Exchange({ rows }: { rows: readonly TextRow[] }) {
  const say = useSay();
  const { content, acts } = useWorkspace();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [message, setMessage] = useState("");
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exportTexts(rows)], { type: "text/csv" }));
    link.download = `${content.product}-${LANGUAGES.join("-")}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = await target.files?.[0]?.text();
    target.value = "";
    if (file === undefined) return;
    const found = importTexts(content, file);
    setRefusals(found.refusals);
    const count = { count: found.edits.length };
    const sentence = inBoth("textsImported", count);
    setMessage(found.refusals.length > 0 ? say("importRefused") : count.count === 0 ? say("nothingImported") : "");
    if (found.edits.length === 0) return;
    const refusal = await acts.run((current) => makeAct(sentence, importTexts(current, file).edits));
    setMessage(refusal ?? say("textsImported", count));
  };
  return (
    <div className={styles.exchange}>
      <Button small icon="download" onClick={save}>
        {say("exportTexts")}
      </Button>
      <label>
        {say("importTexts")}
        <input type="file" accept=".csv,text/csv" onChange={(event) => void load(event)} />
      </label>
      <p role="status">{message}</p>
      {refusals.length > 0 && (
        <div role="alert" className={pageStyles.refusal}>
          <ul>
            {refusals.map(({ line, key, reason }) => (
              <li key={line}>{say("refusedLine", { line, key, reason: say(`import_${reason}`) })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
