// The screens of a kind of thing: its list with a panel beside it, and the page of one.

import { KINDS } from "#routes/kinds.ts";
import { useMessage } from "#widgets/text.ts";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Kv } from "../kit/Kv.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { Page } from "../kit/Page.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { DetailPanel } from "./DetailPanel.tsx";
import { ListScreen } from "./ListScreen.tsx";
import type { ThingKind } from "./ThingKind.ts";
import { useItem } from "./useItem.ts";

interface PanelProps<T> {
  kind: ThingKind<T>;
  row: T;
  relation: number | undefined;
}

function ItemPanel<T>({ kind, row, relation }: PanelProps<T>) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const number = kind.number(row);
  const { data, loading } = useItem<T>(kind.one(number, relation), row);
  const thing = data ?? row;
  const open = { to: to.item(kind.kind, number, relation), label: text(`portal.${kind.kind}.action.maximize`) };
  return (
    <DetailPanel
      badge={kind.badge?.(thing)}
      title={kind.title(thing, number, text)}
      sub={kind.sub.panel(thing)}
      open={open}
      actions={kind.PanelActions && <kind.PanelActions thing={thing} open={open} />}
    >
      <Kv loading={loading} items={kind.facts(thing, { text, format, to, relation })} />
    </DetailPanel>
  );
}

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
      sub={data ? kind.sub.page(data) : null}
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

export function createScreens<T>(kind: ThingKind<T>) {
  const Panel = (props: Omit<PanelProps<T>, "kind">) => <ItemPanel kind={kind} {...props} />;
  const setup = { ...kind, Panel };
  return {
    List: (address: ListProps) => <ListScreen {...address} setup={setup} />,
    Item: (address: ItemProps) => <ItemPage kind={kind} {...address} />,
  };
}
