// Begins a request in the studio's back end from the address (flow, journey, step and case, quotation, day), and opens
// it at the address that it has in the portal. The page is loaded again, so that nothing of another request is left.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import type { Language } from "#engine/values/languages.ts";
import { paths } from "#routes/paths.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { BegunRequest } from "../server/request/beginRequest.ts";
import type { Order } from "../server/request/planRequest.ts";
import { useSay } from "../workspace/words.ts";

const NAMES = ["flow", "journey", "step", "case", "today", "draft"] as const;
const NUMBERS = ["relation", "quotation"] as const;

function readOrder(product: string, search: URLSearchParams): Order {
  const texts = NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  const numbers = NUMBERS.flatMap((name) => (Number(search.get(name)) > 0 ? [[name, Number(search.get(name))]] : []));
  return { product, ...Object.fromEntries([...texts, ...numbers]) };
}

function buildAddress({ product, intermediary, relation, quotation, resume, flow }: BegunRequest, language: Language) {
  const policy = flow === "quoteToPolicy";
  const address = paths(language).wizard({ product, intermediary, relation, quotation, policy, resume });
  return `${address}${address.includes("?") ? "&" : "?"}language=${language}`;
}

/** What the page of a request remembers of how it was begun, in this tab, through reloads. */
interface RequestStart {
  /** Search of the address that it was begun at. */
  search: string;
  begun: BegunRequest;
}

const NAME = "studio/request";

const rememberWalk = (search: string, begun: BegunRequest): void =>
  sessionStorage.setItem(NAME, JSON.stringify({ search, begun } satisfies RequestStart));

/** Of this product, or of any product without one. */
export function readWalk(product?: string): RequestStart | null {
  try {
    const walk = JSON.parse(sessionStorage.getItem(NAME) ?? "null") as RequestStart | null;
    return product === undefined || walk?.begun.product === product ? walk : null;
  } catch {
    return null;
  }
}

export function StartRequest() {
  const say = useSay();
  const { product = "" } = useParams();
  const [search] = useSearchParams();
  const language = useLanguage();
  const queries = useQueryClient();
  const order = readOrder(product, search);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["studio", "begin", order],
    queryFn: () => call<BegunRequest>("POST", "/studio/requests", { body: order, timeout: 120_000 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!data) return;
    rememberWalk(search.toString(), data);
    location.replace(buildAddress(data, language));
  }, [data, language, search]);
  const fresh = async () => {
    await call("DELETE", "/studio/requests");
    queries.removeQueries({ queryKey: ["studio", "begin"] });
    await refetch();
  };
  if (!error || isFetching) return <Loading rows={8} label={say("beginning")} />;
  return (
    <Notice tone="danger" role="alert" title={say("notBegun")}>
      <p lang="en">{error.message}</p>
      <div className="actions">
        <Button icon="refresh" onClick={() => void refetch()}>
          {say("tryAgain")}
        </Button>
        <Button onClick={() => void fresh()}>{say("freshData")}</Button>
      </div>
    </Notice>
  );
}
