// The effect on a portfolio, counted as by `npm run replay`, on demand.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#api/calls/call.ts";
import { formatNumber } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { PreviewProduct } from "../data.ts";
import type { ReplayAnswer } from "../server/compare/replay.ts";
import { useSay } from "../workspace/words.ts";
import { Card, ChangedRows } from "./ChangedRows.tsx";

interface Props {
  now: PreviewProduct;
  since: string;
}

/** Requested by a button alone, for these files. */
const replayQuery = (now: PreviewProduct, since: string) =>
  queryOptions({
    queryKey: ["preview", "replay", now.key, since, now.release],
    enabled: false,
    queryFn: ({ signal }) => {
      const address = `/studio/products/${encodeURIComponent(now.key)}/replay`;
      return call<ReplayAnswer>("GET", address, { query: { since }, signal, timeout: 300_000 });
    },
    retry: false,
  });

export function PortfolioReplay({ now, since }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(replayQuery(now, since));
  const [count, seconds] = [data?.requests ?? 0, data?.seconds ?? 0].map((figure) => formatNumber(figure, language));
  const summary = data && say("replayed", { count: count!, seconds: seconds! });
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
      {error && (
        <Notice tone="danger" role="alert" title={say("cannotReplay")}>
          <span lang="en">{error.message}</span>
        </Notice>
      )}
      {summary && <p>{summary}</p>}
      {data && <ChangedRows rows={data.rows} />}
      {data?.notes.map((note) => (
        <p key={note} lang="en">
          {note}
        </p>
      ))}
    </Card>
  );
}
