// The line below: findings, changes, undo and redo, and whether everything is saved. Findings and changes open above it.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { studioQuery } from "../data.ts";
import type { ListedAct } from "../server/edit/editing.ts";
import { listFindings, Piece } from "./findings/Findings.tsx";
import { useWorkspace } from "./useWorkspace.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

export function StatusLine() {
  const say = useSay();
  const { acts, check } = useWorkspace();
  const [open, setOpen] = useState<"findings" | "changes" | null>(null);
  const { data: listed = [] } = useQuery(studioQuery<ListedAct[]>("/studio/acts"));
  const done = listed.filter(({ undone }) => !undone);
  const findings = check?.findings ?? [];
  const errors = findings.filter(({ level }) => level === "error").length;
  const count = { errors, notes: findings.length - errors };
  const toggle = (part: typeof open) => setOpen(open === part ? null : part);
  return (
    <section className={styles.foot} aria-label={say("status")}>
      {open && (
        <Lower title={say(open)} empty={say(`no_${open}`)} onClose={() => setOpen(null)}>
          {open === "findings"
            ? listFindings(findings)
            : listed.toReversed().map((act) => <Change key={`${act.at} ${act.sentence.nl}`} act={act} />)}
        </Lower>
      )}
      {acts.message && <p className={styles.refusal}>{acts.message}</p>}
      <div className={styles.line}>
        <button type="button" aria-expanded={open === "findings"} onClick={() => toggle("findings")}>
          <Icon name={errors > 0 ? "warn" : "ok"} small />
          {check ? say("counted", count) : say("checking")}
        </button>
        <button type="button" aria-expanded={open === "changes"} onClick={() => toggle("changes")}>
          {say("changeCount", { count: done.length })}
        </button>
        <span className={styles.end} />
        {acts.unsaved > 0 && (
          <>
            <strong>{say("unsaved", { count: acts.unsaved })}</strong>
            <Button small onClick={() => void acts.retry()}>
              {say("retry")}
            </Button>
          </>
        )}
        <Step way="undo" act={done.at(-1)} />
        <Step way="redo" act={listed[done.length]} />
        <span role="status">{acts.isSaving ? say("saving") : acts.unsaved === 0 && say("saved")}</span>
      </div>
    </section>
  );
}

function Step({ way, act }: { way: "undo" | "redo"; act: ListedAct | undefined }) {
  const say = useSay();
  const { acts } = useWorkspace();
  const label = act ? say("titled", { kind: say(way), name: act.sentence }) : say(way);
  return (
    <button type="button" aria-label={label} title={label} disabled={!act} onClick={() => void acts.step(way)}>
      <span className={styles[way]}>
        <Icon name="undo" small />
      </span>
    </button>
  );
}

interface LowerProps {
  title: string;
  empty: string;
  children: ReactNode[];
  onClose(): void;
}

function Lower({ title, empty, children, onClose }: LowerProps) {
  const say = useSay();
  return (
    <section className={styles.lower} aria-label={title}>
      <Button small icon="close" className={styles.lowerClose} onClick={onClose}>
        {say("close")}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <ul tabIndex={0} aria-label={title}>
        {children.length > 0 ? children : <li>{empty}</li>}
      </ul>
    </section>
  );
}

function Change({ act: { sentence, undone, pieces } }: { act: ListedAct }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <li>
      <strong>{sentence[language]}</strong>
      {undone && <em>{say("undone")}</em>}
      <details>
        <summary>{pieces.map(({ file }) => file.slice(file.lastIndexOf("/") + 1)).join(", ")}</summary>
        {pieces.map((piece) => (
          <Piece key={piece.file} {...piece} />
        ))}
      </details>
    </li>
  );
}
