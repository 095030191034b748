import type { ReactNode } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { CheckAnswer } from "../server/calls.ts";
import type { ListedAct } from "../server/edit/editing.ts";
import type { Content } from "./model/content.ts";
import type { Selection } from "./model/outline.ts";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

interface LowerProps {
  title: string;
  empty: string;
  children: ReactNode[];
  onClose(): void;
}

export function Lower({ title, empty, children, onClose }: LowerProps) {
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

interface FindingProps {
  finding: CheckAnswer["findings"][number];
  product: string;
  content: Content;
  onSelect(selection: Selection): void;
}

/** A finding of the check. Its sentences are in English, as those of the command. */
export function Finding({ finding, content, onSelect }: FindingProps) {
  const say = useSay();
  const { file, line, place, sentence, hint } = finding;
  const step = /([^/]+)\.(?:schema|ui)\.json$/.exec(file)?.[1];
  const names = place.split("/").filter((_, index, all) => all[index - 1] === "properties");
  const field = step && names.length > 0 ? content.findField(step, names) : undefined;
  return (
    <li>
      <span lang="en">
        <code>{[file, line].filter(Boolean).join(":")}</code> {sentence}; {hint}
      </span>
      {field && step && (
        <Button small onClick={() => onSelect({ step, names })}>
          {say("show")}
        </Button>
      )}
    </li>
  );
}

export function Change({ act: { sentence, undone, pieces } }: { act: ListedAct }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <li>
      <strong>{sentence[language]}</strong>
      {undone && <em>{say("undone")}</em>}
      <details>
        <summary>{pieces.map(({ file }) => file.slice(file.lastIndexOf("/") + 1)).join(", ")}</summary>
        {pieces.map(({ file, removed, inserted }) => (
          <pre key={file}>
            {`${file}\n`}
            {removed && <del>{removed}</del>}
            {inserted && <ins>{inserted}</ins>}
          </pre>
        ))}
      </details>
    </li>
  );
}
