// The screens of a kind of thing: its list with a panel beside it, the page of one, and the box of the latest at
// a relation.
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { KINDS } from "#routes/kinds.ts";
import type { ListAddress } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { TablePanel } from "../kit/list/TablePanel.tsx";
import { Page } from "../kit/Page.tsx";
import { Loaded } from "../kit/States.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { ListBody, useSum } from "./ListBody.tsx";
import { ListScreen } from "./ListScreen.tsx";
import type { PanelKind, ThingKind, ThingPage } from "./ThingKind.ts";
import { useItem } from "./useItem.ts";

const never = () => false;

/** From the address of the page. */
interface ItemProps {
  id?: number | undefined;
  relation?: number | undefined;
}

interface ThingScreenProps<T, Thing extends T> extends ItemProps {
  kind: PanelKind<T>;
  page: ThingPage<Thing>;
}

function ThingScreen<T, Thing extends T>({ kind, page, id, relation }: ThingScreenProps<T, Thing>) {
  const text = useMessage();
  const to = usePaths();
  const { useWait = never, title = kind.title, sub = kind.sub, menu = kind.kind } = page;
  // The number of a relation is the one in the address of everything under it.
  const number = id ?? relation ?? 0;
  const query = useItem<Thing>(kind.one(number, relation));
  const item = useWait() ? { ...query, data: undefined } : query;
  const { data } = item;
  const back = { to: to.list(kind.kind, { relation }), label: text(`portal.${kind.kind}.title`) };
  const line = data ? sub?.(data) : sub && null;
  return (
    <Page
      missing={{ error: item.error, back }}
      title={title(data, number, text)}
      about={typeof line === "string" ? line : undefined}
      icon={KINDS[kind.kind].icon}
      badge={data && kind.badge?.(data)}
      sub={line}
      actions={page.Actions && <page.Actions number={number} thing={data} />}
      longActions
      relation={relation === undefined ? undefined : { number: relation, page: menu }}
    >
      <Loaded query={item} back={back} rows={8} alone>
        {(thing) => <page.Body thing={thing} relation={relation} />}
      </Loaded>
    </Page>
  );
}

/** `Thing`: what the page knows, which may be more than a row. */
export const createPage =
  <T, Thing extends T>(kind: PanelKind<T>, page: ThingPage<Thing>) =>
  (address: ItemProps) => <ThingScreen kind={kind} page={page} {...address} />;

export const createList =
  <T,>(kind: PanelKind<T>) =>
  (address: ListAddress) => (
    <ListScreen {...address} kind={kind} panel>
      {(shown) => <ListBody {...shown} kind={kind} address={address} />}
    </ListScreen>
  );

export type Latest = ReturnType<typeof createLatest>;
const shown = 3;

/** Three rows are shown (spec: portal 9). */
function createLatest<T>({ kind, list, number, columns, sum, summary, latestAsked: asked = shown }: ThingKind<T>) {
  // Sum and counts come with the filters.
  const ask = (relation: number) => list({ relation, page: 1, limit: asked, choices: {} });
  return {
    kind,
    ask: ask as unknown as (relation: number) => UseQueryOptions,
    Summary({ relation }: { relation: number }) {
      const text = useMessage();
      const format = useFormat();
      const to = usePaths();
      const { data } = useQuery(ask(relation));
      if (!data) return null;
      const { label, value, note } = summary(data, { text, format });
      return (
        <div>
          <dt>
            <Link to={to.list(kind, { relation })}>{text(label)}</Link>
          </dt>
          <dd>
            <b>{value}</b> <small>{note}</small>
          </dd>
        </div>
      );
    },
    Panel({ relation, action }: { relation: number; action: ReactNode }) {
      const query = useQuery(ask(relation));
      return (
        <TablePanel
          words={`relation_dashboard.${kind}`}
          relation={relation}
          count={query.data?.total}
          action={action}
          sum={useSum(sum, query.data)}
          query={{ ...query, data: query.data?.rows }}
          columns={columns(useFormat(), true)}
          number={number}
          most={shown}
          empty={`portal.empty.${kind}`}
        />
      );
    },
  };
}

export const createScreens = <T,>(kind: ThingKind<T>) => ({
  List: createList(kind),
  Item: createPage(kind, kind.page),
  latest: createLatest(kind),
});
