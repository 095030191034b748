// The effect on a portfolio, counted as by `npm run replay`, on demand.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#api/calls/call.ts";
import { formatNumber } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { PreviewProduct } from "../data.ts";
import type { Compared } from "../server/compare/changes.ts";
import { productPath } from "../workspace/useActs.ts";
import { useSay } from "../workspace/words.ts";
import { Card, ChangedRows } from "./ChangedRows.tsx";

interface Props {
  now: PreviewProduct;
  since: string;
}

export function PortfolioReplay({ now, since }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery({
    // Requested by the button alone, for these files.
    queryKey: ["preview", "portfolio", now.key, since, now.release],
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
