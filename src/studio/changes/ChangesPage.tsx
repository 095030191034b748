// What changes in a product since a release or commit, in one table for the customer and the price and one for the journeys. Then the
// amounts to accept, what a portfolio becomes, and publishing.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import { formatNumber } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, previewQuery, productPath, studioQuery } from "../data.ts";
import type { Compared, EarlierName, Row } from "../server/compare/changes.ts";
import type { ListedRelease } from "../server/release/releases.ts";
import { Select } from "../workspace/Segments.tsx";
import { useActs } from "../workspace/useActs.ts";
import { useSay } from "../workspace/words.ts";
import { Card, ChangedRows } from "./ChangedRows.tsx";
import { OtherAmounts } from "./OtherAmounts.tsx";
import { Release } from "./Release.tsx";

const changesQuery = (now: PreviewProduct | undefined, key: string, since: string, headers: Record<string, string>) =>
  queryOptions({
    ...studioQuery<Compared>(productPath(key, "changes"), { query: { since }, headers, timeout: 60_000 }),
    enabled: now !== undefined && since !== "",
    // Publishing changes what is compared with: the page, with its message, stays while that is read.
    placeholderData: keepPreviousData,
    retry: false,
  });

export function ChangesPage() {
  const say = useSay();
  const language = useLanguage();
  const headers = { "Accept-Language": language };
  const { product: key = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const acts = useActs(key);
  const { data: now, error: unknown } = useQuery(previewQuery(key));
  const { data: releases } = useQuery(studioQuery<ListedRelease[]>("/studio/releases"));
  // Without a release that has its files, what is compared with is the last commit.
  const { data: earlierNames = [] } = useQuery(studioQuery<EarlierName[]>("/studio/earlier", { headers }));
  const current = releases?.find(({ state }) => state === "on offer")?.name;
  const last = earlierNames.find(({ name }) => name === current)?.name ?? "HEAD";
  const since = search.get("since") ?? (releases && earlierNames.length > 0 ? last : "");
  const { data: { rows } = {}, error: wrong } = useQuery(changesQuery(now, key, since, headers));
  const error = wrong ?? unknown;
  const compareWith = (value: string) =>
    setSearch((before) => ({ ...Object.fromEntries(before), since: value }), { replace: true });
  const name = now?.product?.name[language] ?? key;
  const isJourney = ({ part }: Row) => part === "journeys";
  return (
    <>
      <title>{`${say("changesTitle")} - ${name} - studio`}</title>
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>{say("changesTitle")}</h1>
          <p>
            <Link to={`/product/${key}`}>{name}</Link> <code>{key}</code>
          </p>
        </div>
      </header>
      <div className="studio-row">
        <Select
          label={say("since")}
          choices={earlierNames.map(({ name, about }) => [name, `${name} (${about})`] as const)}
          value={since}
          onChange={compareWith}
        />
      </div>
      {error && <Failure title={say("cannotCompare")} error={error} />}
      {!rows && !error && <Loading rows={8} label={say("comparing")} />}
      {rows && now && (
        <div className="pv-page">
          <Card title={say("forCustomer")}>
            <ChangedRows rows={rows.filter((row) => !isJourney(row))} />
          </Card>
          <Card title={say("journeys")}>
            <ChangedRows rows={rows.filter(isJourney)} />
          </Card>
          <OtherAmounts product={key} acts={acts} />
          {now.product && <PortfolioReplay {...{ now, since }} />}
          {now.product && <Release {...{ acts, releases, product: now.product }} />}
        </div>
      )}
    </>
  );
}

const Failure = ({ title, error }: { title: string; error: Error }) => (
  <Notice tone="danger" role="alert" title={title}>
    {error.message}
  </Notice>
);

/** The effect on a portfolio, counted as by `npm run replay`, on demand. */
function PortfolioReplay({ now, since }: { now: PreviewProduct; since: string }) {
  const say = useSay();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery({
    // Requested by the button alone, for these files.
    queryKey: ["preview", "portfolio", now.key, since, now.release, language],
    queryFn: ({ signal }) =>
      call<Compared>("GET", productPath(now.key, "portfolio"), { query: { since }, signal, timeout: 300_000 }),
    enabled: false,
    retry: false,
  });
  const summary = data && say("replayed", { count: formatNumber(data.requests, language) });
  useEffect(() => {
    if (summary) announce(summary);
  }, [summary]);
  return (
    <Card title={say("portfolio")}>
      <p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {say("replay")}
        </Button>
      </p>
      {error && <Failure title={say("cannotReplay")} error={error} />}
      {summary && <p>{summary}</p>}
      {data && <ChangedRows rows={data.rows} />}
      {data?.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Card>
  );
}
