// For an address that names a row that has moved to another page: a notice with a link to the item itself.

import { Link } from "react-router";
import type { ListPage } from "#api/calls/lists.ts";
import type { ListAddress } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { usePaths } from "../kit/usePortal.ts";
import styles from "./NotOnPage.module.css";
import type { PanelKind } from "./ThingKind.ts";

interface NotOnPageProps<T> {
  kind: PanelKind<T>;
  page: ListPage<T>;
  wanted: string | null;
  address: ListAddress;
}

export function NotOnPage<T>({ kind, page, wanted, address }: NotOnPageProps<T>) {
  const text = useMessage();
  const to = usePaths();
  const number = Number(wanted);
  if (wanted === null || !Number.isSafeInteger(number) || page.rows.some((row) => kind.number(row) === number))
    return null;
  const name = kind.title(undefined, number, text) || String(number);
  return (
    <div className={styles.notice}>
      <Notice
        action={
          <Link className="button button-secondary button-small" to={to.item(kind.kind, number, address.relation)}>
            {text(`portal.${kind.kind}.action.maximize`)}
          </Link>
        }
      >
        {text("portal.list.not_on_page", { name })}
      </Notice>
    </div>
  );
}
