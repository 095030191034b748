import type { ReactNode } from "react";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { ListedAct } from "../server/edit/editing.ts";
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

export function Change({ act: { sentence, undone, pieces } }: { act: ListedAct }) {
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

/** What a change takes out of a file and puts into it. */
export const Piece = ({ file, removed, inserted }: ListedAct["pieces"][number]) => (
  <pre className={styles.piece}>
    {`${file}\n`}
    {removed && <del>{removed}</del>}
    {inserted && <ins>{inserted}</ins>}
  </pre>
);
