// A whole request in the studio: begun from the address (flow, journey, step and case, quotation, day) and filled in on the portal's own
// pages in a frame. Above the frame is its start, below it the lines of its premium, its mails, and a form that keeps it as a journey.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigationType, useParams, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import type { Language } from "#engine/schema/types.ts";
import { paths } from "#routes/paths.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { studioQuery } from "../data.ts";
import { NameForm } from "../NameForm.tsx";
import type { BegunRequest, Order } from "../server/request/beginRequest.ts";
import type { KeptJourney, WalkedRequest } from "../server/request/requests.ts";
import { PremiumLines } from "../workspace/tables/CasePremium.tsx";
import { inBoth, useSay } from "../workspace/words.ts";
import { Sent } from "./Sent.tsx";

const NAMES = ["flow", "journey", "step", "case", "today"] as const;
const NUMBERS = ["relation", "quotation"] as const;

function readOrder(product: string, search: URLSearchParams): Order {
  const texts = NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  const numbers = NUMBERS.flatMap((name) => (Number(search.get(name)) > 0 ? [[name, Number(search.get(name))]] : []));
  return { product, ...Object.fromEntries([...texts, ...numbers]) };
}

export function RequestPage() {
  const say = useSay();
  const { product = "" } = useParams();
  const [search] = useSearchParams();
  const queries = useQueryClient();
  const isBegun = useRef(useIsBack());
  const order = readOrder(product, search);
  const queryKey = ["studio", "begin", order];
  const begin = (again: boolean) =>
    call<BegunRequest>("POST", "/studio/requests", { body: { ...order, again }, timeout: 120_000 });
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: async () => {
      const begun = await begin(!isBegun.current);
      isBegun.current = true;
      return begun;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const again = async () => {
    queries.removeQueries({ queryKey: WALKED.queryKey });
    queries.setQueryData(queryKey, await begin(true));
  };
  const fresh = async () => {
    await call("DELETE", "/studio/requests");
    await refetch();
  };
  if (data) return <Walk begun={data} order={order} onAgain={again} />;
  if (!error || isFetching) return <Loading rows={8} label={say("beginning")} />;
  return (
    <Notice tone="danger" role="alert" title={say("notBegun")}>
      <p>{error.message}</p>
      <div className="actions">
        <Button icon="refresh" onClick={() => void refetch()}>
          {say("tryAgain")}
        </Button>
        <Button onClick={() => void fresh()}>{say("freshData")}</Button>
      </div>
    </Notice>
  );
}

/** Whether the page is loaded again or returned to: then the request goes on that was begun with it. */
function useIsBack(): boolean {
  const { key } = useLocation();
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return useNavigationType() === "POP" && (key !== "default" || load?.type === "reload");
}

const WALKED = studioQuery<WalkedRequest>("/studio/requests");
const ASK_AGAIN_MS = 1000;

/** The portal's pages are in the language of a cookie. */
function findAddress({ product, intermediary, relation, quotation, resume, flow }: BegunRequest, language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the portal reads it so
  document.cookie = `language=${language}; path=/; samesite=lax`;
  const policy = flow === "quoteToPolicy";
  return paths(language).wizard({ product, intermediary, relation, quotation, policy, resume });
}

interface WalkProps {
  begun: BegunRequest;
  order: Order;
  onAgain(): Promise<void>;
}

function Walk({ begun, order, onAgain }: WalkProps) {
  const say = useSay();
  const language = useLanguage();
  const [turn, setTurn] = useState(0);
  // What was done in the frame is what the server has of it.
  const { data: walked } = useQuery({ ...WALKED, refetchInterval: ASK_AGAIN_MS });
  const { product, user, today, refused } = begun;
  const address = useMemo(() => findAddress(begun, language), [begun, language]);
  const renew = async () => {
    await call("POST", "/studio/requests/renew");
    setTurn(turn + 1);
  };
  const record = async (name: string) => {
    const body = { name, sentence: inBoth("journeyMade", { name }) };
    const { file, sharedWith } = await call<KeptJourney>("POST", "/studio/journeys", { body });
    const kept = say("journeyKept", { file: `fixtures/${file}` });
    return sharedWith === null ? kept : `${kept} ${say("journeyShared", { name: sharedWith })}`;
  };
  // What is shown here would be that of the other tab.
  const isElsewhere = walked !== undefined && walked.serial > begun.serial;
  return (
    <>
      <title>{`${say("thisRequest")} - ${product} - studio`}</title>
      <h1 className="visually-hidden">{`${say("thisRequest")} ${product}`}</h1>
      <nav className="studio-walk" aria-label={say("thisRequest")}>
        <Link to={`/product/${product}`}>
          <code>{product}</code>
        </Link>
        <span>{[order.journey ?? order.case, user, today].filter(Boolean).join(" · ")}</span>
        <Button small onClick={() => void onAgain()}>
          {say("beginAgain")}
        </Button>
      </nav>
      {isElsewhere ? (
        <Notice tone="warning" role="alert" title={say("begunElsewhere")}>
          {say("begunElsewhereWhy")}
        </Notice>
      ) : (
        <>
          {refused.length > 0 && (
            <Notice tone="warning" title={say("refusedAtStart")}>
              {refused.join(", ")}
            </Notice>
          )}
          {walked?.newest === false && (
            <Notice
              tone="warning"
              title={say("filesChanged")}
              action={
                <Button small onClick={() => void renew()}>
                  {say("goOnWithFiles")}
                </Button>
              }
            >
              {say("filesChangedWhy")}
            </Notice>
          )}
          <iframe key={`${begun.serial} ${turn}`} className="studio-portal" src={address} title={say("portal")} />
          <section className="card pv-table" aria-labelledby="studio-premium">
            <div className="card-head">
              <h2 id="studio-premium">{say("premiumMadeOf")}</h2>
            </div>
            {walked?.factors ? (
              <PremiumLines product={product} now={walked.factors} />
            ) : (
              <p className="pv-expect">{say("noPremiumYet")}</p>
            )}
          </section>
          {walked?.mails && <Sent mails={walked.mails} />}
          {walked?.draft && (
            <section className="card studio-kept" aria-labelledby="studio-record">
              <h2 id="studio-record">{say("keepJourney")}</h2>
              <NameForm label={say("journeyShows")} action={say("keep")} onSubmit={record} />
            </section>
          )}
        </>
      )}
    </>
  );
}
