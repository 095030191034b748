// The wizard of one request: loads everything, then shows steps and sidebar, the view of all answers, or the outcome.
// While it is open every call carries the quotation in progress. None does after it is left (decisions 35).

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { setQuotationInProgress } from "#api/login/session.ts";
import { constantValues } from "#engine/texts/answersInTexts.ts";
import { useLanguage, useText } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { AlreadySentError, loadWizard, type OpenOptions, type WizardAddress } from "./model/loading/load.ts";
import { OpenWizard } from "./OpenWizard.tsx";
import { ProductTextsProvider } from "./texts/ProductTextsProvider.tsx";
import { usePaths } from "./WizardContext.ts";

export default function Wizard(props: WizardAddress) {
  const { flow, product, intermediary, relation, quotation, resume } = props;
  const key = [flow, product, intermediary, relation, quotation, useRequestOfAddress(resume)].join("/");
  return <Visit key={key} {...props} />;
}

/**
 * Counts the temporary requests of an address. Its number is added to the address while the request is open. Another
 * number, or none after one, is another customer.
 */
function useRequestOfAddress(number: number | undefined): number {
  const [opened, setKnown] = useState({ number, count: 0 });
  if (number === opened.number) return opened.count;
  const next = { number, count: opened.number === undefined ? opened.count : opened.count + 1 };
  setKnown(next);
  return next.count;
}

function useQuotationInProgress(quotation: number | null | undefined): void {
  useLayoutEffect(() => {
    setQuotationInProgress(quotation ?? null);
  }, [quotation]);
  useEffect(() => () => setQuotationInProgress(null), []);
}

/** A temporary request gets its number into the address, so that a reload finds what was saved. */
function useNumberInAddress(address: WizardAddress, number: number | undefined): void {
  const [, setSearch] = useSearchParams();
  const missing = address.relation === undefined && number !== undefined && address.resume !== number;
  useEffect(() => {
    if (!missing) return;
    setSearch(
      (search) =>
        new URLSearchParams([...[...search].filter(([name]) => name !== "request"), ["request", String(number)]]),
      { replace: true, preventScrollReset: true },
    );
  }, [missing, number, setSearch]);
}

function Visit(address: WizardAddress) {
  const client = useQueryClient();
  const language = useLanguage();
  const text = useText();
  const to = usePaths();
  const [visit] = useState(() => crypto.randomUUID());
  const [opening, setOpening] = useState<OpenOptions & { count: number }>({ count: 0 });
  const { count } = opening;
  const reopen = (how: OpenOptions) => setOpening({ ...how, count: count + 1 });
  useQuotationInProgress(address.quotation);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["wizard", visit, count],
    queryFn: () => loadWizard(client, address, language, opening),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: false,
  });
  useQuotationInProgress(address.quotation ?? data?.opened.exists.quotation_number);
  useNumberInAddress(address, data?.place.relation);
  if (data) {
    return (
      <ProductTextsProvider texts={data.opened.texts} values={constantValues(data.opened.bundle.manifest)}>
        <OpenWizard
          key={count}
          again={count > 0}
          loaded={data}
          onStartAnew={() => reopen({ startAnew: true })}
          onGoOn={(goOn) => reopen({ goOn })}
        />
      </ProductTextsProvider>
    );
  }
  if (error instanceof AlreadySentError) {
    const { product, intermediary } = address;
    const { relation, request } = error;
    return <Navigate replace to={to.outcome({ product, intermediary, relation, request })} />;
  }
  if (error) {
    return <LoadFailed error={error} retry={() => void refetch()} busy={isFetching} place={address} />;
  }
  return <Loading label={text("wizard.loading")} rows={6} />;
}
