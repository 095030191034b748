// The premium of the case, line by line, beside the tables: what changed since the page was opened has its earlier amount beside it.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#api/calls/call.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { type PreviewProduct, requestQuery } from "../../data.ts";
import type { PremiumFactors, PricedAnswers } from "../../server/premiumFactors.ts";
import { useSetting } from "../../step/setting.ts";
import { productPath } from "../useActs.ts";
import pageStyles from "../Workspace.module.css";
import { useSay } from "../words.ts";
import { writeAmount } from "./csv.ts";
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

export function CasePremium({ product }: { product: PreviewProduct }) {
  const say = useSay();
  const { data, error } = useCasePremium(product);
  const first = useRef<PremiumFactors>(undefined);
  first.current ??= data;
  return (
    <aside className={pageStyles.pane} aria-label={say("casePremium")}>
      <h2 className={pageStyles.paneHead}>{say("casePremium")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard */}
      <section className={styles.premium} aria-label={say("casePremium")} tabIndex={0}>
        {error && <Notice tone="warning" role="status" title={error.message} />}
        {data && <PremiumLines now={data} before={first.current} />}
      </section>
    </aside>
  );
}

/** The place of a record in its list, and that of the one around it before that: `2`, `1.3`. */
const countFrom1 = (address: string): string =>
  address
    .split(".")
    .flatMap((part) => (/^\d+$/.test(part) ? Number(part) + 1 : []))
    .join(".");

export function PremiumLines({ now, before }: { now: PremiumFactors; before?: PremiumFactors | undefined }) {
  const say = useSay();
  const lines = now.lines.filter(({ per }) => per === "year");
  const nameLine = ({ name, record }: (typeof lines)[number]) =>
    record === undefined ? name : `${name} ${countFrom1(record)}`;
  const earlier = (line: (typeof lines)[number]) => before?.lines.find((other) => nameLine(other) === nameLine(line));
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
        {lines.map((line) => (
          <tr key={`${line.place} ${line.record}`}>
            <th scope="row">
              {nameLine(line)}
              {line.given !== undefined && (
                <small>{typeof line.given === "string" ? line.given : JSON.stringify(line.given)}</small>
              )}
            </th>
            <td>{describeFactor(line)}</td>
            <Amount now={line.amount} before={earlier(line)?.amount} />
          </tr>
        ))}
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
