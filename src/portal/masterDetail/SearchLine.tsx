// Above the results of a search: how many there are, and the way back to the whole list. The number is read out.
import { useEffect } from "react";
import { Link } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import styles from "./SearchLine.module.css";

interface SearchLineProps {
  all: string;
  /** Of a relation's list: the same search among everybody's. */
  everywhere?: string | undefined;
  count: number | undefined;
  waits: boolean;
}

export function SearchLine({ all, everywhere, count, waits }: SearchLineProps) {
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
      {everywhere && (
        <Link className="button button-quiet button-small" to={everywhere}>
          <Icon name="search" />
          {text("portal.search.everywhere")}
        </Link>
      )}
    </p>
  );
}
