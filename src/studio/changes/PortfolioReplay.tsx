// The effect on a portfolio, counted as by `npm run replay`, on demand.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#api/calls/call.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { PreviewProduct } from "../data.ts";
import { Card, Choice } from "../Parts.tsx";
import type { ReplayAnswer } from "../server/compare/replay.ts";
import { ChangedRows } from "./ChangedRows.tsx";

/** How many are generated (0: the quotations of the samples), and how long it takes on a machine like ours. */
const PORTFOLIOS = [
  { generate: 0, title: "the quotations of the samples", takes: "2 seconds" },
  { generate: 1000, title: "1,000 generated requests", takes: "4 seconds" },
  { generate: 10_000, title: "10,000 generated requests", takes: "15 seconds" },
] as const;

interface Props {
  now: PreviewProduct;
  since: string;
}

/** Requested by a button alone, for these files. */
const replayQuery = (now: PreviewProduct, since: string, generate: number) =>
  queryOptions({
    queryKey: ["preview", "replay", now.key, since, generate, now.release],
    enabled: false,
    queryFn: ({ signal }) => {
      const query = { since, ...(generate > 0 ? { generate } : {}) };
      const address = `/studio/products/${encodeURIComponent(now.key)}/replay`;
      return call<ReplayAnswer>("GET", address, { query, signal, timeout: 300_000 });
    },
    retry: false,
  });

export function PortfolioReplay({ now, since }: Props) {
  const [chosen, setChosen] = useState<(typeof PORTFOLIOS)[number]>(PORTFOLIOS[0]);
  const { data, error, isFetching, refetch } = useQuery(replayQuery(now, since, chosen.generate));
  const summary = data && `${data.requests.toLocaleString("en")} requests, in ${data.seconds.toFixed(1)} seconds.`;
  useEffect(() => {
    if (summary) announce(summary);
  }, [summary]);
  return (
    <Card className="studio-changes" title="Premiums and outcomes of a portfolio">
      <div className="studio-row">
        <Choice
          label="Requests"
          choices={PORTFOLIOS.map(({ generate, title }) => [String(generate), title])}
          value={String(chosen.generate)}
          onChange={(value) => setChosen(PORTFOLIOS.find(({ generate }) => String(generate) === value) ?? chosen)}
        />
        <Button busy={isFetching} onClick={() => void refetch()}>
          {`Put them through old and new (about ${chosen.takes})`}
        </Button>
      </div>
      {error && (
        <Notice tone="danger" role="alert" title="They could not be put through both">
          {error.message}
        </Notice>
      )}
      {summary && <p>{summary}</p>}
      {data && (data.rows.length === 0 ? <p>Nothing changes.</p> : <ChangedRows rows={data.rows} />)}
      {data?.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Card>
  );
}
