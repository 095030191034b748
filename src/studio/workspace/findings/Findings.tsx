// The findings of the check: what is wrong and where in the words of the studio, with the sentence of the check, the way to the place,
// and the change that mends it where there is only one.
import { useContext, useMemo, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { nameLanguage } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { Target } from "../../editor/FileEditor.tsx";
import type { CheckAnswer } from "../../server/calls.ts";
import type { ListedAct } from "../../server/edit/editing.ts";
import { makeAct } from "../model/fieldActs.ts";
import { findNode } from "../model/outline.ts";
import { useActs } from "../useActs.ts";
import { useWorkspace, WorkspaceParts } from "../useWorkspace.ts";
import styles from "../Workspace.module.css";
import { inBoth, useSay, type WordKey } from "../words.ts";
import { findAddress, type ShownPlace } from "./findAddress.ts";

type StudioFinding = CheckAnswer["findings"][number];
type RemedyEdit = StudioFinding["edits"][number];

/** The findings of what is selected, above its panel. */
export function FindingsBeside() {
  const say = useSay();
  const { content, check, selection } = useWorkspace();
  const places = useMemo(
    () => check?.findings.map((each) => [each, findAddress(each, content)] as const),
    [check, content],
  );
  const isHere = ({ step, field }: ShownPlace) =>
    step === selection.step && (field ?? "") === selection.names.join(".");
  const findings = (places ?? []).flatMap(([finding, place]) => (isHere(place) ? [finding] : []));
  if (findings.length === 0) return null;
  return (
    <section className={styles.beside} aria-label={say("findings")}>
      <ul>{listFindings(findings)}</ul>
    </section>
  );
}

export const listFindings = (findings: readonly StudioFinding[], product?: string) =>
  findings.map((finding) => <Finding key={JSON.stringify(finding)} finding={finding} product={product} />);

interface ListProps {
  findings: readonly StudioFinding[];
  /** Absent on the screen of a product. Elsewhere a finding is shown in its file. */
  product?: string;
}

export const FindingList = ({ findings, product }: ListProps) => (
  <ul className={styles.findings}>{listFindings(findings, product)}</ul>
);

function Finding({ finding, product = "" }: { finding: StudioFinding; product: string | undefined }) {
  const say = useSay();
  const { content, outline } = useContext(WorkspaceParts) ?? { outline: [] };
  const show = useShow(content?.product ?? product);
  const [isOpen, setOpen] = useState(false);
  const { file, line, column, level, stage = "means", sentence, hint, edits, remedy: [remedy] = [] } = finding;
  const kind: WordKey = remedy && stage !== "behaves" ? `remedy_${remedy.kind}` : `stage_${stage}`;
  const place = findAddress(finding, content);
  const step = findNode(outline, { step: place.step ?? "", names: [] })?.label;
  const field = findNode(outline, { step: place.step ?? "", names: place.field?.split(".") ?? [] })?.label ?? "";
  const where = step !== undefined && say(place.field ? "placeField" : "placeStep", { step, field });
  return (
    <li>
      <span>
        <strong>
          {say("titled", { kind: say(level === "error" ? "level_error" : "group_note"), name: say(kind) })}
        </strong>
        {where && ` (${where})`}
        <br />
        {sentence}; {hint} <small>{[file, line].filter(Boolean).join(":")}</small>
      </span>
      <span className="actions">
        <Button small onClick={() => show(place, { file, line, column })}>
          {say("show")}
        </Button>
        {edits.length > 0 && (
          <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say("mend")}
          </Button>
        )}
      </span>
      {isOpen && <Mend edits={edits} product={product} />}
    </li>
  );
}

/** Leads to a place on the screen of the product. */
export function useShow(product: string) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const screen = `/product/${product}`;
  return (place: ShownPlace, state: Target) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(place))
      if (value === null) next.delete(name);
      else next.set(name, value);
    void navigate(`${screen}?${next}`, { state, replace: pathname === screen, preventScrollReset: true });
  };
}

/** The change as lines and in words. Words that are missing are written here first. */
function Mend({ edits, product }: { edits: readonly RemedyEdit[]; product: string }) {
  const say = useSay();
  const ofProduct = useActs(product);
  const acts = useContext(WorkspaceParts)?.acts ?? ofProduct;
  const language = useLanguage();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const filled = edits.map((edit) => (edit.ask ? { ...edit, value: typed[edit.ask]?.trim() ?? "" } : edit));
  const isReady = filled.every(({ value }) => value !== "");
  const [sentence] = edits.map(describeEdit);
  const apply = () => acts.run(() => makeAct(sentence!, filled));
  return (
    <div className={styles.mend}>
      {sentence && <p>{sentence[language]}</p>}
      {edits.map(({ ask }) =>
        ask ? (
          <label key={ask} className={styles.text}>
            {nameLanguage(ask)}
            <input
              className={styles.input}
              lang={ask}
              value={typed[ask] ?? ""}
              onChange={({ target }) => setTyped({ ...typed, [ask]: target.value })}
            />
          </label>
        ) : null,
      )}
      {filled.map((edit) => (
        <Piece key={`${edit.file} ${edit.path}`} {...writeLines(edit)} />
      ))}
      <Button small kind="primary" unavailable={!isReady} onClick={() => void apply()}>
        {say("mendApply")}
      </Button>
      {ofProduct.message && <p role="alert">{ofProduct.message}</p>}
    </div>
  );
}

function describeEdit({ path, was, value, rename, ask }: RemedyEdit) {
  const name = String(path.findLast((segment) => typeof segment === "string") ?? "");
  if (rename !== undefined) return inBoth("mendRename", { was: name, value: rename });
  if (ask) return inBoth("mendWrite", { name });
  if (value === undefined)
    return inBoth("mendRemove", { name: typeof was === "string" && was.length < 40 ? was : name });
  return Array.isArray(value) ? inBoth("mendSort", { name }) : inBoth("mendSet", { name, value: String(value) });
}

function writeLines({ file, path, was, value, rename }: RemedyEdit) {
  const write = (key: unknown, content: unknown) =>
    content === undefined ? "" : `${typeof key === "string" ? `"${key}": ` : ""}${JSON.stringify(content, null, 1)}\n`;
  const name = path.at(-1);
  return { file, removed: write(name, was), inserted: rename === undefined ? write(name, value) : write(rename, was) };
}

/** What a change takes out of a file and puts into it. */
export const Piece = ({ file, removed, inserted }: ListedAct["pieces"][number]) => (
  <pre className={styles.piece}>
    {`${file}\n`}
    {removed && <del>{removed}</del>}
    {inserted && <ins>{inserted}</ins>}
  </pre>
);
