// A list of names as the server gives them, or the words for none.
import { type MessageId, useMessage } from "#widgets/text.ts";
import styles from "./Tags.module.css";

export function Tags({ names, none }: { names: readonly string[]; none: MessageId }) {
  const text = useMessage();
  if (names.length === 0) return <span className="muted">{text(none)}</span>;
  return (
    <ul className={styles.tags}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
