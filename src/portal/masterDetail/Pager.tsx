// Pages of a list, as links: only where there is more than one (spec: portal 2). The page is kept in the address. The focus
// stays on the pressed link, or goes to the current page when that link is disabled. Another page is read from its
// first row: where that is out of sight above, on a telephone, the list comes into view.
import { type RefObject, useEffect, useId, useRef } from "react";
import { Link, useNavigationType } from "react-router";
import { useFocusBack } from "#widgets/runtime/focus.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { pagesShown, useListLink } from "../kit/list/listState.ts";
import styles from "./Pager.module.css";

interface PagerProps {
  page: number;
  pages: number;
  /** `50 quotes` */
  count: string;
}

export function Pager({ page, pages, count }: PagerProps) {
  const text = useMessage();
  const current = useId();
  const link = useListLink();
  const nav = useRef<HTMLElement>(null);
  useListInView(page, nav);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} ref={nav} aria-label={text("common.pagination.label")}>
      <span>
        {text("common.pagination.page_of", { page, total: pages })} · {count}
      </span>
      <ul>
        <Step
          to={page > 1 ? page - 1 : null}
          icon="left"
          current={current}
          label={text("common.pagination.previous")}
        />
        {pagesShown(page, pages).map((number) => (
          <li key={number}>
            <Link
              id={number === page ? current : undefined}
              className={number === page ? styles.current : undefined}
              to={link({ page: number })}
              preventScrollReset
              aria-label={text("common.pagination.page", { page: number })}
              aria-current={number === page ? "page" : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
        <Step
          to={page < pages ? page + 1 : null}
          icon="right"
          current={current}
          label={text("common.pagination.next")}
        />
        <Step to={page < pages ? pages : null} icon="last" current={current} label={text("common.pagination.last")} />
      </ul>
    </nav>
  );
}

/** The browser itself finds the place again of a page that is gone back to. */
function useListInView(page: number, nav: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const list = nav.current?.parentElement;
    if (list && type !== "POP" && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [page, type, nav]);
}

interface StepProps {
  to: number | null;
  icon: string;
  label: string;
  /** DOM id of the current page's link. */
  current: string;
}

function Step({ to, icon, label, current }: StepProps) {
  return (
    // A disabled link keeps its space but leaves the accessibility tree.
    <li aria-hidden={to === null || undefined}>
      {to === null ? (
        <span className={styles.off}>
          <Icon name={icon} />
        </span>
      ) : (
        <StepLink {...{ to, icon, label, current }} />
      )}
    </li>
  );
}

function StepLink({ to, icon, label, current }: StepProps & { to: number }) {
  const address = useListLink();
  const link = useRef<HTMLAnchorElement>(null);
  useFocusBack(link, current);
  return (
    <Link to={address({ page: to })} preventScrollReset aria-label={label} ref={link}>
      <Icon name={icon} />
    </Link>
  );
}
