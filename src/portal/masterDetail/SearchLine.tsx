// Above the results of a search: how many there are, and the way back to the whole list. The number is read out.
import { useEffect } from "react";
import { Link } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";

export function SearchLine({ all, count }: { all: string; count: number | undefined }) {
  const text = useMessage();
  const words = count === undefined ? null : text("portal.search.result_count", { count });
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return (
    <p className="search-line">
      <span>{words ?? text("common.loading")}</span>
      <Link className="btn btn-quiet btn-sm" to={all}>
        <Icon name="close" />
        {text("portal.search.clear")}
      </Link>
    </p>
  );
}
