// Above the results of a search: how many there are, and the ways to more and to none.
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import styles from "./SearchLine.module.css";

interface SearchLineProps {
  all: string;
  /** Of a relation's list: the same search in the whole office. */
  everywhere?: string | undefined;
  count: number | undefined;
  waits: boolean;
  children?: ReactNode;
}

/** Above the results of a search: how many there are, which is read out, and the way back to the whole list. */
export function SearchLine({ all, everywhere, count, waits, children }: SearchLineProps) {
  const text = useMessage();
  const words = count === undefined ? null : text("portal.search.result_count", { count });
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return (
    <p className={styles.line}>
      <span>{words ?? (waits && text("common.loading"))}</span>
      <Link className="button button-quiet button-small" to={all}>
        <Icon name="close" />
        {text("portal.search.clear")}
      </Link>
      {children}
      {everywhere && (
        <Link className="button button-quiet button-small" to={everywhere}>
          <Icon name="search" />
          {text("portal.search.everywhere")}
        </Link>
      )}
    </p>
  );
}
