// The items that a question enumerates: shown wherever the question is, because it is incomplete without them.
import styles from "./Points.module.css";

export function Points({ of, id }: { of: readonly string[]; id?: string }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.points} id={id}>
      {of.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
