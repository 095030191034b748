// The line below: findings, changes, undo and redo, and whether everything is saved. Findings and changes open above it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { studioQuery } from "../data.ts";
import type { CheckAnswer } from "../server/calls.ts";
import type { ListedAct } from "../server/edit/editing.ts";
import { listFindings } from "./findings/Findings.tsx";
import { Change, Lower } from "./LowerPane.tsx";
import type { Content } from "./model/content.ts";
import type { OutlineNode } from "./model/outline.ts";
import type { Acts } from "./useActs.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

interface Props {
  acts: Acts;
  check: CheckAnswer | undefined;
  content: Content;
  outline: readonly OutlineNode[];
}

export function StatusLine({ acts, check, content, outline }: Props) {
  const say = useSay();
  const language = useLanguage();
  const [open, setOpen] = useState<"findings" | "changes" | null>(null);
  const { data: listed = [] } = useQuery(studioQuery<ListedAct[]>("/studio/acts"));
  const done = listed.filter(({ undone }) => !undone);
  const next = listed[done.length];
  const findings = check?.findings ?? [];
  const errors = findings.filter(({ level }) => level === "error").length;
  const count = { errors, notes: findings.length - errors };
  const toggle = (part: typeof open) => setOpen(open === part ? null : part);
  return (
    <section className={styles.foot} aria-label={say("status")}>
      {open === "findings" && (
        <Lower title={say("findings")} empty={say("noFindings")} onClose={() => setOpen(null)}>
          {listFindings({ findings, content, outline, acts })}
        </Lower>
      )}
      {open === "changes" && (
        <Lower title={say("changes")} empty={say("noChanges")} onClose={() => setOpen(null)}>
          {[...listed].reverse().map((act) => (
            <Change key={`${act.at} ${act.sentence.nl}`} act={act} />
          ))}
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
        <Step way="undo" act={done.at(-1)} acts={acts} language={language} />
        <Step way="redo" act={next} acts={acts} language={language} />
        <span role="status">{acts.isSaving ? say("saving") : acts.unsaved === 0 && say("saved")}</span>
      </div>
    </section>
  );
}

interface StepProps {
  way: "undo" | "redo";
  act: ListedAct | undefined;
  acts: Acts;
  language: "nl" | "fr";
}

function Step({ way, act, acts, language }: StepProps) {
  const say = useSay();
  const label = act ? `${say(way)}: ${act.sentence[language]}` : say(way);
  return (
    <button type="button" aria-label={label} title={label} disabled={!act} onClick={() => void acts.step(way)}>
      <span className={styles[way]}>
        <Icon name="undo" small />
      </span>
    </button>
  );
}
