// The effect on a portfolio, counted as by `npm run replay`, on demand.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#api/calls/call.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { PreviewProduct } from "../data.ts";
import type { ReplayAnswer } from "../server/compare/replay.ts";
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
  const { data, error, isFetching, refetch } = useQuery(replayQuery(now, since));
  const summary = data && `${data.requests.toLocaleString("en")} requests, in ${data.seconds.toFixed(1)} seconds.`;
  useEffect(() => {
    if (summary) announce(summary);
  }, [summary]);
  return (
    <Card title="Premiums and outcomes of a portfolio">
      <Button busy={isFetching} onClick={() => void refetch()}>
        Put the quotations of the samples through old and new
      </Button>
      {error && (
        <Notice tone="danger" role="alert" title="They could not be put through both">
          {error.message}
        </Notice>
      )}
      {summary && <p>{summary}</p>}
      {data && <ChangedRows rows={data.rows} />}
      {data?.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Card>
  );
}
