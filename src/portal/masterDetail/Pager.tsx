// Pages of a list, as links: only above one page (spec: portal 2). It keeps no page itself; the address does.
import { Link } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { listSearch, pagesShown } from "./listState.ts";

export interface PagerProps {
  page: number;
  pages: number;
  /** `50 quotes` */
  count: string;
}

export function Pager({ page, pages, count }: PagerProps) {
  const text = useMessage();
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={text("common.pagination.label")}>
      <span>
        {text("common.pagination.page_of", { page, total: pages })} · {count}
      </span>
      <ul>
        <Step to={page > 1 ? page - 1 : null} icon="left" label={text("common.pagination.previous")} />
        {pagesShown(page, pages).map((number) => (
          <li key={number}>
            {number === page ? (
              <span className="cur" aria-current="page">
                <span className="sr">{text("common.pagination.current", { page: number })}</span>
                <span aria-hidden="true">{number}</span>
              </span>
            ) : (
              <Link
                to={listSearch({ page: number }) || "?"}
                aria-label={text("common.pagination.page", { page: number })}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        <Step to={page < pages ? page + 1 : null} icon="right" label={text("common.pagination.next")} />
        <Step to={page < pages ? pages : null} icon="last" label={text("common.pagination.last")} />
      </ul>
    </nav>
  );
}

function Step({ to, icon, label }: { to: number | null; icon: string; label: string }) {
  return (
    // A way that leads nowhere keeps its place for the eye and is no item of the list.
    <li aria-hidden={to === null || undefined}>
      {to === null ? (
        <span className="off">
          <Icon name={icon} />
        </span>
      ) : (
        <Link to={listSearch({ page: to }) || "?"} preventScrollReset aria-label={label}>
          <Icon name={icon} />
        </Link>
      )}
    </li>
  );
}
