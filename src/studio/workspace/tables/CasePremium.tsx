// The premium of the case, line by line, beside the tables: what changed since the page was opened has its earlier amount beside it.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { call } from "#api/calls/call.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, productPath, requestQuery } from "../../data.ts";
import type { FactorLine, PremiumFactors, PricedAnswers } from "../../server/premiumFactors.ts";
import { useSetting } from "../../step/setting.ts";
import { Content } from "../model/content.ts";
import { textsQuery } from "../useActs.ts";
import { useWorkspace } from "../useWorkspace.ts";
import pageStyles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { writeAmount } from "./csv.ts";
import { nameLine } from "./names.ts";
import styles from "./Tables.module.css";

export function useCasePremium(product: PreviewProduct) {
  const [{ origin, today }] = useSetting();
  const { data: request } = useQuery(requestQuery(product.key, origin));
  const bases = Object.entries(product.cases).map(([step, [base]]) => [step, base?.data ?? {}]);
  const answers = { ...Object.fromEntries(bases), ...request?.answers };
  const [first] = Object.values(product.cases);
  const day = today || request?.today || first?.[0]?.context.today;
  return useQuery({
    queryKey: ["studio", "premium", product.key, product.release, day, answers],
    queryFn: ({ signal }) =>
      call<PricedAnswers>("POST", productPath(product.key, "premium"), {
        body: { answers, day },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: day !== undefined,
  });
}

export function CasePremium() {
  const say = useSay();
  const { product } = useWorkspace();
  const { data, error } = useCasePremium(product);
  const first = useRef<PremiumFactors>(undefined);
  first.current ??= data;
  return (
    <aside className={pageStyles.pane} aria-label={say("casePremium")}>
      <h2 className={pageStyles.paneHead}>{say("casePremium")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <section className={styles.premium} aria-label={say("casePremium")} tabIndex={0}>
        {error && <Notice tone="warning" role="status" title={error.message} />}
        {data && <PremiumLines product={product.key} now={data} before={first.current} />}
      </section>
    </aside>
  );
}

interface LinesProps {
  product: string;
  now: PremiumFactors;
  before?: PremiumFactors | undefined;
}

export function PremiumLines({ product, now, before }: LinesProps) {
  const say = useSay();
  const language = useLanguage();
  const { data: texts = {} } = useQuery(textsQuery(product));
  const content = useMemo(() => new Content(product, texts), [product, texts]);
  const lines = now.lines.filter(({ per }) => per === "year");
  const earlier = ({ name, record }: FactorLine) =>
    before?.lines.find((other) => other.name === name && other.record === record);
  return (
    <table className={styles.lines}>
      {now.unpriced && <caption>{say("noPremium", { answer: now.unpriced })}</caption>}
      <thead>
        <tr>
          <th scope="col">{say("premiumLine")}</th>
          <th scope="col">{say("premiumFactor")}</th>
          <th scope="col">{say("perYear")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { name, given } = nameLine(content, line, language);
          return (
            <tr key={`${line.place} ${line.record}`}>
              <th scope="row">
                {name}
                {given && <small>{given}</small>}
              </th>
              <td>{describeFactor(line)}</td>
              <Amount now={line.amount} before={earlier(line)?.amount} />
            </tr>
          );
        })}
        {(["perYear", "perTerm", "tax", "total"] as const).map((sum) => (
          <tr key={sum} data-sum={sum}>
            <th scope="row" colSpan={2}>
              {say(sum)}
            </th>
            <Amount now={now.sums?.[sum] ?? null} before={before?.sums?.[sum]} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const describeFactor = ({ factor, percentage }: PremiumFactors["lines"][number]): string => {
  if (percentage !== undefined) return `${writeAmount(percentage)} %`;
  return factor === undefined || factor === null ? "" : `× ${writeAmount(factor)}`;
};

function Amount({ now, before }: { now: number | null; before: number | null | undefined }) {
  const say = useSay();
  const language = useLanguage();
  const write = (cents: number) => formatMoney(cents / 100, language);
  const isChanged = before !== undefined && before !== null && before !== now;
  return (
    <td data-changed={isChanged || undefined}>
      {now === null ? "" : write(now)}
      {isChanged && <small>{say("before", { amount: write(before) })}</small>}
    </td>
  );
}
