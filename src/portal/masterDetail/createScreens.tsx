// The screens of a kind of thing: its list, of rows alone or with a panel beside it, and the page of one.
import { KINDS } from "#routes/kinds.ts";
import { useMessage } from "#widgets/text.ts";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Page } from "../kit/Page.tsx";
import { usePaths } from "../kit/usePortal.ts";
import { ListBody } from "./ListBody.tsx";
import { type ListAddress, ListScreen } from "./ListScreen.tsx";
import { PlainRows } from "./PlainRows.tsx";
import type { ListKind, PanelKind, ThingKind } from "./ThingKind.ts";
import { useItem } from "./useItem.ts";

const never = () => false;

function ItemPage<T>({ kind, id, relation }: ItemProps & { kind: ThingKind<T> }) {
  const text = useMessage();
  const to = usePaths();
  const { useWait = never } = kind;
  const found = useItem<T>(kind.one(id, relation));
  const item = useWait() ? { ...found, data: undefined } : found;
  const { data } = item;
  const back = { to: to.list(kind.kind, { relation }), label: text(`portal.${kind.kind}.title`) };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={kind.title(data, id, text)}
      icon={KINDS[kind.kind].icon}
      badge={data && kind.badge?.(data)}
      sub={data ? kind.sub?.page(data) : null}
      actions={data && kind.PageActions && <kind.PageActions thing={data} />}
      longActions
      relation={relation === undefined ? undefined : { number: relation, page: kind.kind }}
    >
      <ItemBody item={item} back={back}>
        {(thing) => <kind.Body thing={thing} relation={relation} />}
      </ItemBody>
    </Page>
  );
}

/** Rows that have no page, each with what can be done with it. */
export const createPlainList =
  <T,>(kind: ListKind<T>, rowKey: (row: T) => string) =>
  (address: ListAddress) => (
    <ListScreen {...address} kind={kind}>
      {(shown) => <PlainRows {...shown} kind={kind.kind} rowKey={rowKey} />}
    </ListScreen>
  );

export const createList =
  <T,>(kind: PanelKind<T>) =>
  (address: ListAddress) => (
    <ListScreen {...address} kind={kind}>
      {(shown) => <ListBody {...shown} kind={kind} address={address} />}
    </ListScreen>
  );

export const createScreens = <T,>(kind: ThingKind<T>) => ({
  List: createList(kind),
  Item: (address: ItemProps) => <ItemPage kind={kind} {...address} />,
});
