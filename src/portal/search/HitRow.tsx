// A row of what was found: what it is called, and in which of its texts the words of the search are.
import { Link } from "react-router";
import { findMarks, findParts } from "#engine/values/searchMarks.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import type { Hit } from "./hits.tsx";
import styles from "./SearchPage.module.css";

/** The texts that have words of the search which title, number and subject do not have. */
function findReasons({ title, known = "", about, fields }: Hit, parts: readonly string[]) {
  let open = parts.filter((part) => findParts(`${title} ${known} ${about}`, [part]).length === 0);
  return fields.filter(({ value }) => {
    const has = value ? findParts(String(value), open) : [];
    open = open.filter((part) => !has.includes(part));
    return has.length > 0;
  });
}

export function HitRow({ hit, address, parts }: { hit: Hit; address: string; parts: readonly string[] }) {
  const text = useMessage();
  return (
    <li>
      <span>
        <Link to={address}>
          <Marked parts={parts}>{hit.title || String(hit.known)}</Marked>{" "}
          {hit.title && hit.known && (
            <span className={styles.number}>
              <Marked parts={parts}>{String(hit.known)}</Marked>
            </span>
          )}
        </Link>
        <small>
          <Marked parts={parts}>{hit.about}</Marked>
          {findReasons(hit, parts).map(({ label, value }) => (
            <span key={label}>
              , {text(label)} <Marked parts={parts}>{String(value)}</Marked>
            </span>
          ))}
        </small>
      </span>
      {hit.end && (
        <span className={styles.end}>
          {hit.end} <small>{hit.below}</small>
        </span>
      )}
      {hit.action && <span className={styles.action}>{hit.action}</span>}
      <Icon name="right" small />
    </li>
  );
}

// A text in which the words of the search are marked.

function Marked({ children, parts }: { children: string; parts: readonly string[] }) {
  const marks = findMarks(children, parts);
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {children.slice(ends[index], start)}
          <mark>{children.slice(start, end)}</mark>
        </span>
      ))}
      {children.slice(ends.at(-1))}
    </>
  );
}
