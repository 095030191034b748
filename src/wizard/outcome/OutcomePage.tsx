// The outcome at an address of its own (decisions 89): a reload, Forward and a second tab show it, and the request's own
// address leads here until the broker starts a new request. No product is open here: its words are those that all products share.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { outcomeQuery } from "#api/wizard/outcomes.ts";
import { productIndexQuery, sharedTextsQuery } from "#api/wizard/productIndex.ts";
import { useLanguage, useText } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { ProductTextsProvider } from "../texts/ProductTextsProvider.tsx";
import { OutcomeScreen } from "./OutcomeScreen.tsx";

interface Props {
  product: string;
  intermediary: number;
  relation?: number | undefined;
  request: string;
}

export default function OutcomePage({ request, ...place }: Props) {
  const text = useText();
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useQuery(outcomeQuery(useQueryClient(), request));
  const index = useQuery(productIndexQuery());
  const texts = useQuery(sharedTextsQuery(index.data, language));
  if (error) return <LoadFailed error={error} retry={() => void refetch()} busy={isFetching} place={place} />;
  if (!data || index.isLoading || texts.isLoading) return <Loading label={text("wizard.loading")} rows={6} />;
  const offered = index.data?.products.find(({ key }) => key === (data.product || place.product));
  return (
    <ProductTextsProvider texts={texts.data ?? {}} values={undefined}>
      <OutcomeScreen outcome={data} product={offered?.name[language] ?? ""} place={place} />
    </ProductTextsProvider>
  );
}
