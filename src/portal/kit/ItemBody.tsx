// The body of a page about one thing: its panels once it is there, their frame while it loads, else what went wrong.
import type { ReactNode } from "react";
import { useMessage } from "#widgets/text.ts";
import pageStyles from "./Page.module.css";
import { Failed, RowsToCome } from "./States.tsx";

/** What a page about one thing is told by its address. */
export interface ItemProps {
  id?: number | undefined;
  relation?: number | undefined;
}

export interface ItemState<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ItemBodyProps<T> {
  item: ItemState<T>;
  back: { to: string; label: string };
  children: (data: T) => ReactNode;
}

export function ItemBody<T>({ item, back, children }: ItemBodyProps<T>) {
  const text = useMessage();
  if (item.data !== undefined) return children(item.data);
  return (
    <div className={`card ${pageStyles.alone}`}>
      {item.error ? (
        <Failed error={item.error} busy={item.isFetching} retry={() => void item.refetch()} back={back} />
      ) : (
        <RowsToCome rows={8} label={text("common.loading")} />
      )}
    </div>
  );
}
