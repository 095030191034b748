// A whole request in the studio, at the address that it has in the portal: the wizard itself against the real back end, above it how
// it was begun, beneath it what its premium is made of. A link to another page of the portal leads to a note: it has none here.
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import type { FlowName } from "#engine/schema/types.ts";
import { readAddress } from "#routes/address.ts";
import type { RouteName, RouteParams } from "#routes/table.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Toasts } from "#widgets/ui/notice/Toast.tsx";
import OutcomePage from "#wizard/outcome/OutcomePage.tsx";
import Wizard from "#wizard/Wizard.tsx";
import { NameForm } from "../NameForm.tsx";
import { ProductList } from "../product/ProductList.tsx";
import type { WalkedRequest, WrittenJourney } from "../server/request/requests.ts";
import { PremiumLines } from "../workspace/tables/CasePremium.tsx";
import { useSay } from "../workspace/words.ts";
import { Sent } from "./Sent.tsx";
import { readWalk } from "./StartRequest.tsx";

/** Keeps the request that was made as a journey of the testers, shortened to what differs from the bases of the cases. */
function Record({ draft, flow }: { draft: string; flow?: string }) {
  const say = useSay();
  const record = async (name: string) => {
    const body = { draft, name, ...(flow && { flow }) };
    const { file, sharedWith } = await call<WrittenJourney>("POST", "/studio/journeys", { body });
    const kept = say("journeyKept", { file: `fixtures/${file}` });
    return sharedWith === null ? kept : `${kept} ${say("journeyShared", { name: sharedWith })}`;
  };
  return (
    <section className="card studio-kept" aria-labelledby="studio-record">
      <h2 id="studio-record">{say("keepJourney")}</h2>
      <NameForm label={say("journeyShows")} action={say("keep")} onSubmit={record} />
    </section>
  );
}

const FLOWS: Partial<Record<RouteName, FlowName>> = {
  request: "newTempRequest",
  newRequest: "newRequest",
  editQuote: "editQuote",
  quoteToPolicy: "quoteToPolicy",
};

/** Whatever is no page of the studio itself. */
export function PortalPage() {
  const { pathname } = useLocation();
  const language = useLanguage();
  // A cache of its own: a saved file renews everything else in the studio, and a request continues as it was begun.
  const [queries] = useState(createQueryClient);
  const pageQueries = useQueryClient();
  const address = pathname === "/" ? null : readAddress(pathname, language);
  if (!address) return <ProductList />;
  const { route, params } = address;
  const flow = FLOWS[route];
  const { product = "", intermediary = 0, relation, request } = params;
  if (flow)
    return (
      <QueryClientProvider client={queries}>
        <OpenRequest key={pathname + language} flow={flow} params={params} pageQueries={pageQueries} />
      </QueryClientProvider>
    );
  if (request === undefined) return <NoPage product={readWalk()?.begun.product} />;
  return (
    <QueryClientProvider client={queries}>
      <Head product={product} />
      <Drawn>
        <OutcomePage
          key={request}
          product={product}
          intermediary={intermediary}
          relation={relation}
          request={request}
        />
      </Drawn>
      <Sent draft={request} />
      <Record draft={request} />
    </QueryClientProvider>
  );
}

interface OpenRequestProps {
  flow: FlowName;
  params: RouteParams;
  /** The cache that a saved file renews. */
  pageQueries: QueryClient;
}

function OpenRequest({ flow, params, pageQueries }: OpenRequestProps) {
  const say = useSay();
  const { product = "", intermediary = 0, relation, quotation } = params;
  const [search] = useSearchParams();
  const resume = Number(search.get("request"));
  const number = relation ?? resume;
  const drawn = useRef<HTMLDivElement>(null);
  const walkedRequest = useWalkedRequest([product, number], drawn, pageQueries);
  const address = {
    ...(relation === undefined ? {} : { relation }),
    ...(quotation === undefined ? {} : { quotation }),
    ...(flow === "newTempRequest" && resume > 0 ? { resume } : {}),
    ...(search.has("new") ? { anew: true } : {}),
  };
  return (
    <>
      <Head product={product} draft={walkedRequest?.draft} newest={walkedRequest?.newest ?? true} flow={flow} />
      <div ref={drawn}>
        <Drawn>
          <Wizard flow={flow} product={product} intermediary={intermediary} {...address} />
        </Drawn>
      </div>
      <section className="card pv-table" aria-labelledby="studio-premium">
        <div className="card-head">
          <h2 id="studio-premium">{say("premiumMadeOf")}</h2>
        </div>
        {walkedRequest?.factors ? (
          <PremiumLines product={product} now={walkedRequest.factors} />
        ) : (
          <p className="pv-expect">{say("noPremiumYet")}</p>
        )}
      </section>
      {walkedRequest?.draft && <Record draft={walkedRequest.draft} flow={flow} />}
    </>
  );
}

/** All that shows an amount, also where its lines are closed. */
const SHOWN = "[class*=Sidebar_side], [class*=PremiumBar_bar]";

/** Asked again when what the page shows of the premium changes, and when a file is saved. */
function useWalkedRequest(
  place: readonly [product: string, number: number],
  drawn: { current: HTMLElement | null },
  pageQueries: QueryClient,
) {
  const [product, number] = place;
  const options = {
    queryKey: ["studio", "request", product, number],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call<WalkedRequest>("GET", `/studio/requests/${encodeURIComponent(product)}/${number}`, { signal }),
    staleTime: 0,
  };
  const { data, refetch } = useQuery(options, pageQueries);
  useEffect(() => {
    let shown = "";
    const look = new MutationObserver(() => {
      const now = drawn.current?.querySelector(SHOWN)?.textContent ?? "";
      if (now === shown) return;
      shown = now;
      void refetch();
    });
    if (drawn.current) look.observe(drawn.current, { subtree: true, childList: true, characterData: true });
    return () => look.disconnect();
  }, [drawn, refetch]);
  return data;
}

/** What a broker sees, in its own language and with its messages. */
function Drawn({ children }: { children: ReactNode }) {
  const language = useLanguage();
  // biome-ignore lint/suspicious/noDocumentCookie: every call sends it, also of a file or a link
  document.cookie = `studio_language=${language}; path=/; samesite=strict`;
  return (
    <div className="studio-request" lang={language}>
      {children}
      <Toasts />
    </div>
  );
}

interface HeadProps {
  product: string;
  flow?: FlowName;
  draft?: string | null | undefined;
  newest?: boolean;
}

function Head({ product, flow, draft, newest = true }: HeadProps) {
  const say = useSay();
  const walk = readWalk(product);
  const again = new URLSearchParams(walk?.search);
  const going = new URLSearchParams({ ...(flow && { flow }), ...(draft && { draft }), today: walk?.begun.today ?? "" });
  const { user, today, refused = [] } = walk?.begun ?? {};
  const heading = [again.get("journey") ?? again.get("case"), user, today].filter(Boolean).join(" · ");
  return (
    <>
      <nav className="studio-walk" aria-label={say("thisRequest")}>
        <Link to={`/product/${product}`}>
          <code>{product}</code>
        </Link>
        {heading && <span>{heading}</span>}
        <Link className="button button-secondary button-small" to={`/request/${product}?${again}`}>
          {say("beginAgain")}
        </Link>
      </nav>
      {refused.length > 0 && (
        <Notice tone="warning" title={say("refusedAtStart")}>
          {refused.join(", ")}
        </Notice>
      )}
      {!newest && (
        <Notice
          tone="warning"
          title={say("filesChanged")}
          action={
            <Link className="button button-secondary button-small" to={`/request/${product}?${going}`}>
              {say("beginWithAnswers")}
            </Link>
          }
        >
          {say("filesChangedWhy")}
        </Notice>
      )}
    </>
  );
}

function NoPage({ product }: { product: string | undefined }) {
  const say = useSay();
  return (
    <Notice title={say("portalPage")}>
      <p>{say("portalPageWhy")}</p>
      <Link to={product ? `/product/${product}` : "/"}>
        {product ? say("backTo", { name: product }) : say("products")}
      </Link>
    </Notice>
  );
}
