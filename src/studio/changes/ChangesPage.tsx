// Old beside new: a table of what changes in a product since a release or commit, and of the journeys that end otherwise.
// Also what a portfolio becomes.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, previewQuery, readProduct, studioQuery } from "../data.ts";
import type { ChangesAnswer, EarlierName } from "../server/compare/changes.ts";
import { useSetting } from "../step/setting.ts";
import { Select } from "../workspace/Segments.tsx";
import { Card, ChangedRows } from "./ChangedRows.tsx";
import { PortfolioReplay } from "./PortfolioReplay.tsx";

interface Comparison extends Omit<ChangesAnswer, "earlier"> {
  /** The product as it was. Null: it was not there, or could not be compiled. */
  earlier: PreviewProduct | null;
}

const changesQuery = (now: PreviewProduct | undefined, key: string, since: string) =>
  queryOptions({
    queryKey: ["preview", "changes", key, since, now?.release],
    enabled: now !== undefined,
    queryFn: async ({ signal }): Promise<Comparison> => {
      const address = `/studio/products/${encodeURIComponent(key)}/changes?since=${encodeURIComponent(since)}`;
      const answer = await call<ChangesAnswer>("GET", address, { signal, timeout: 60_000 });
      const { rows, earlier } = answer;
      if (!now || !earlier) return { rows, earlier: null };
      return { rows, earlier: await readProduct(earlier.index, key, { ...now, sources: earlier.sources }) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });

export function ChangesPage() {
  const { product: key = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const [{ language }] = useSetting();
  const since = search.get("since") ?? "HEAD";
  const { data: now, error: unknown } = useQuery(previewQuery(key));
  const { data, error: wrong } = useQuery(changesQuery(now, key, since));
  const { data: earlierNames = [] } = useQuery(studioQuery<EarlierName[]>("/studio/earlier"));
  const error = wrong ?? unknown;
  const compareWith = (value: string) =>
    setSearch((before) => ({ ...Object.fromEntries(before), since: value }), { replace: true });
  const name = now?.product?.name[readLanguage(language) ?? DEFAULT_LANGUAGE] ?? key;
  return (
    <>
      <title>{`Changes of ${name} - studio`}</title>
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>What changed</h1>
          <p>
            <Link to={`/product/${key}`}>{name}</Link> <code>{key}</code>
          </p>
        </div>
      </header>
      <div className="studio-row">
        <Select
          label="Since"
          choices={earlierNames.map(({ name, about }) => [name, `${name} (${about})`] as const)}
          value={since}
          onChange={compareWith}
        />
      </div>
      {error && (
        <Notice tone="danger" role="alert" title="This cannot be compared">
          {error.message}
        </Notice>
      )}
      {!data && !error && <Loading rows={8} label="Comparing…" />}
      {data && now && <Compared comparison={data} {...{ now, since }} />}
    </>
  );
}

interface ComparedProps {
  comparison: Comparison;
  now: PreviewProduct;
  since: string;
}

function Compared({ comparison: { rows }, now, since }: ComparedProps) {
  return (
    <div className="pv-page">
      <Card title="Changes">
        <ChangedRows rows={rows} />
      </Card>
      {now.product && <PortfolioReplay {...{ now, since }} />}
    </div>
  );
}
