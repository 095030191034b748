// What a search found in all lists, the first of each kind, with the reason in each row. Arrow keys move through the results. The only
// result has the focus, so that Enter opens it.
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { relationCalls } from "#api/portfolio/relations.ts";
import { searchParts } from "#engine/values/searchMarks.ts";
import { readSearchWords } from "#engine/values/searchWords.ts";
import { KINDS } from "#routes/kinds.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { nextIndex } from "../kit/list/listState.ts";
import { Page } from "../kit/Page.tsx";
import { Panel } from "../kit/Panel.tsx";
import { Empty, Loaded } from "../kit/States.tsx";
import { useFormat, useHome, usePaths } from "../kit/usePortal.ts";
import { type FoundKind, SearchKinds, useFound } from "../masterDetail/SearchKinds.tsx";
import { SearchLine } from "../masterDetail/SearchLine.tsx";
import { HitRow } from "./HitRow.tsx";
import { readHits } from "./hits.tsx";
import styles from "./SearchPage.module.css";

/** Of which relation the results are, and from whose page the search was made. */
function useScope() {
  const { search, state } = useLocation();
  const relation = Number(new URLSearchParams(search).get("relation")) || undefined;
  const from = (state as { relation?: number } | null)?.relation;
  const owner = useQuery({ ...relationCalls.one(relation ?? from ?? 0), enabled: Boolean(relation ?? from) }).data;
  return { relation, from, company: owner?.company };
}

export default function SearchPage({ search }: { search: string }) {
  const text = useMessage();
  const to = usePaths();
  const { relation, from, company } = useScope();
  const found = useFound({ search, relation });
  const parts = searchParts(readSearchWords(search));
  const shown = useShown(found, parts);
  const waits = found.some(({ result }) => result.isPending);
  const counts = found.map(({ result }) => result.data?.total ?? Number.NaN);
  const total = counts.some(Number.isNaN) ? undefined : counts.reduce((sum, count) => sum + count, 0);
  const hits = useRef<HTMLDivElement>(null);
  useFocusOnly(hits, total === 1, search);
  const limit = relation === undefined && from !== undefined && company;
  return (
    <Page title={text("portal.search.results_for", { term: search })} icon="search">
      <SearchKinds search={search} relation={relation} chosen={null} />
      <SearchLine
        all={useHome().to}
        everywhere={relation === undefined ? undefined : to.search(search)}
        count={total}
        waits={waits}
      >
        {relation !== undefined && company}
        {limit && (
          <Link className="button button-quiet button-small" to={to.search(search, from)} state={{ relation: from }}>
            {text("portal.search.only_relation", { company: limit })}
          </Link>
        )}
      </SearchLine>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut between links */}
      <div ref={hits} className={styles.groups} onKeyDown={moveFocus}>
        {total === 0 && (
          <div className="card">
            <Empty icon="search">{text("portal.search.no_results", { term: search })}</Empty>
          </div>
        )}
        {shown.map(({ kind, result }) => (
          <Group key={kind} kind={kind} result={result} parts={parts} address={{ search, relation }} />
        ))}
      </div>
    </Page>
  );
}

type Found = ReturnType<typeof useFound>;

/** Kinds with results, or whose results are not known. First those that have exactly this number. */
function useShown(found: Found, parts: readonly string[]): Found {
  const format = useFormat();
  const isExact = ({ kind, result: { data } }: Found[number]) =>
    data && readHits(kind, data, format).some(({ known }) => parts.includes(String(known))) ? 0 : 1;
  return found.filter(({ result }) => result.data?.total !== 0).sort((left, right) => isExact(left) - isExact(right));
}

/** After the title of the new page got the focus. */
function useFocusOnly(hits: { current: HTMLElement | null }, isOnly: boolean, search: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each search
  useEffect(() => {
    if (!isOnly) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.tagName === "H1")
        hits.current?.querySelector<HTMLElement>("li a")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOnly, search]);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("li a")];
  const goal = nextIndex(event.key, links.indexOf(event.target as HTMLElement), links.length);
  if (goal === null || !links.includes(event.target as HTMLElement)) return;
  event.preventDefault();
  links[goal]?.focus();
}

interface GroupProps {
  kind: FoundKind;
  result: Found[number]["result"];
  parts: readonly string[];
  address: { search: string; relation: number | undefined };
}

function Group({ kind, result, parts, address }: GroupProps) {
  const text = useMessage();
  const to = usePaths();
  const format = useFormat();
  const { data } = result;
  const { icon, section } = KINDS[kind];
  const more = data && data.total > data.rows.length;
  const all = { to: to.list(kind, address), label: text("portal.search.all_results", { count: data?.total ?? 0 }) };
  return (
    <Panel
      title={text(`portal.nav.${kind}`)}
      icon={icon}
      section={section}
      count={data?.total}
      all={more ? all : undefined}
    >
      <Loaded query={result} rows={1} kind="high">
        {(page) => (
          <ul className={styles.hits}>
            {readHits(kind, page, format).map((hit) => (
              <HitRow key={hit.number} hit={hit} address={to.item(kind, hit.number)} parts={parts} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
