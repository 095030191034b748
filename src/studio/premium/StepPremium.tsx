// The premium of the answers on a step's page: those of the step as they are now, the case's own of the other steps, else their base.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#api/call.ts";
import type { RequestAnswers } from "#engine/types.ts";
import type { PreviewProduct } from "../data.ts";
import type { Target } from "../editor/FileEditor.tsx";
import type { OpenStep } from "../openStep.ts";
import type { PremiumFactors as Factors } from "../server/premiumFactors.ts";
import { PremiumFactors } from "./PremiumFactors.tsx";

interface Props {
  product: PreviewProduct;
  open: OpenStep;
  /** Answers of other steps that the case brings. */
  given: RequestAnswers | undefined;
  onGo(target: Target): void;
}

export function StepPremium({ product, open, given, onGo }: Props) {
  const bases = Object.entries(product.cases).map(([step, [base]]) => [step, base?.data ?? {}]);
  const answers = { ...Object.fromEntries(bases), ...given, [open.step]: open.session.active() };
  const day = open.context().today;
  const { data, error } = useQuery({
    queryKey: ["studio", "premium", product.key, product.release, day, answers],
    queryFn: ({ signal }) =>
      call<Factors>("POST", `/studio/products/${encodeURIComponent(product.key)}/premium`, {
        body: { answers, day },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className="card pv-table" aria-labelledby="studio-premium">
      <div className="card-head">
        <h3 id="studio-premium">What the premium is made of</h3>
      </div>
      {error && <p role="status">{error.message}</p>}
      {data && <PremiumFactors factors={data} onGo={onGo} />}
    </section>
  );
}
