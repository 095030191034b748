// A premium taken apart: each line of tariff and rates with the answer that chose it, what it multiplies by and what it adds, and
// the sums that these come to. Amounts in the notation of the language that the form is looked at in.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#api/calls/call.ts";
import type { Language, RequestAnswers } from "#engine/schema/types.ts";
import { formatMoney, formatNumber } from "#engine/values/formats.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { PreviewProduct } from "../data.ts";
import type { Target } from "../editor/FileEditor.tsx";
import { Card, Table } from "../Parts.tsx";
import type { FactorLine, PremiumFactors as Factors, PremiumSums, PricedAnswers } from "../server/premiumFactors.ts";
import type { OpenStep } from "../step/openStep.ts";

interface Props {
  factors: Factors;
  /** Absent: there is no editor to go to. */
  onGo?: (target: Target) => void;
}

const money = (amount: number | null, language: Language) =>
  amount === null ? "unknown" : formatMoney(amount / 100, language);

export function PremiumFactors({ factors: { lines, sums, unpriced }, onGo }: Props) {
  const language = useLanguage();
  const ofYear = lines.filter(({ per }) => per === "year");
  return (
    <div className="studio-factors">
      {unpriced && <Unpriced answer={unpriced} lines={ofYear} />}
      <Table heads={["Line", "Answer", "Factor", "Per year", "Stands in"]}>
        {ofYear.map((line) => (
          <Row key={`${line.file}${line.place} ${line.record}`} line={line} onGo={onGo} />
        ))}
      </Table>
      {sums && <Sums sums={sums} lines={lines} language={language} />}
    </div>
  );
}

/** What is still to be answered is no mistake of the tariff. */
function Unpriced({ answer, lines }: { answer: string; lines: readonly FactorLine[] }) {
  const open = lines.some((line) => line.answer === answer && isOpen(line));
  return (
    <p className={open ? "pv-expect" : "pv-expect pv-missing"}>
      <strong>{open ? "No premium yet" : "No premium"}</strong>
      {open ? ": " : ": the tariff has no price for the answer "}
      <code>{answer}</code>
      {open && " is not answered"}.
    </p>
  );
}

/** The place of a record in its list, and that of the one around it before that: `2`, `1.3`. */
const countFrom1 = (address: string): string =>
  address
    .split(".")
    .flatMap((part) => (/^\d+$/.test(part) ? Number(part) + 1 : []))
    .join(".");

const isOpen = ({ given }: FactorLine): boolean => given === undefined || given === null;

function Row({ line, onGo }: { line: FactorLine; onGo: Props["onGo"] }) {
  const language = useLanguage();
  const location = `${line.file.split("/").at(-1)}: ${line.place}`;
  return (
    <tr>
      <th scope="row">{line.record === undefined ? line.name : `${line.name} ${countFrom1(line.record)}`}</th>
      <td data-label="Answer">
        {line.answer && (
          <>
            <code>{line.answer}</code> {isOpen(line) ? "is not answered" : givenWords(line.given, language)}
          </>
        )}
      </td>
      <td data-label="Factor">{factorWords(line, language)}</td>
      <td data-label="Per year" className="studio-amount">
        {money(line.amount, language)}
      </td>
      <td data-label="Stands in">
        {onGo ? (
          <button className="pv-try" type="button" onClick={() => onGo({ file: line.file, pointer: line.place })}>
            {location}
          </button>
        ) : (
          <code>{location}</code>
        )}
      </td>
    </tr>
  );
}

function nameTerm(months: number): string {
  if (months === 12) return "Per term of 12 months";
  return `Per term, ${months === 10 ? "one of ten a year" : `of ${months} months`}, rounded once over all of it`;
}

function givenWords(answer: unknown, language: Language): string {
  return `is ${typeof answer === "number" ? formatNumber(answer, language) : JSON.stringify(answer)}`;
}

function factorWords(line: FactorLine, language: Language): string {
  const { factor, percentage } = line;
  if (percentage !== undefined) return `${percentage.toLocaleString(language)} %`;
  if (factor === null) return isOpen(line) ? "" : "none for this answer";
  return factor === undefined ? "" : `× ${factor.toLocaleString(language)}`;
}

/** From the year to what one term costs. Each row shows its parts. */
function Sums({ sums, lines, language }: { sums: PremiumSums; lines: readonly FactorLine[]; language: Language }) {
  const { perYear, months, perTerm, tax, total, oneOff } = sums;
  const percentage = (name: string) => lines.find((line) => line.name === name)?.percentage ?? 0;
  const rate = `${percentage("tax").toLocaleString(language)} % tax`;
  const rows: [string, number][] = [
    ["Per year, the sum of the lines above", perYear],
    [nameTerm(months), perTerm],
    [rate, tax],
    ["Per term with tax, as the broker sees it", total],
  ];
  if (oneOff) {
    rows.push([
      `Once, ${percentage("one_off").toLocaleString(language)} % of the year without surcharge`,
      oneOff.amount,
    ]);
    rows.push([`${rate} on that`, oneOff.tax], ["Once with tax", oneOff.total]);
  }
  return (
    <dl className="studio-sums">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="studio-amount">{money(amount, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

// The premium of the answers on a step's page: those of the step as they are now, the case's own of the other steps, else their base.

interface StepPremiumProps {
  product: PreviewProduct;
  open: OpenStep;
  /** Answers of other steps that the case brings. */
  given: RequestAnswers | undefined;
  onGo(target: Target): void;
}

export function StepPremium({ product, open, given, onGo }: StepPremiumProps) {
  const bases = Object.entries(product.cases).map(([step, [base]]) => [step, base?.data ?? {}]);
  const answers = { ...Object.fromEntries(bases), ...given, [open.step]: open.session.active() };
  const day = open.context().today;
  const { data, error } = useQuery({
    queryKey: ["studio", "premium", product.key, product.release, day, answers],
    queryFn: ({ signal }) =>
      call<PricedAnswers>("POST", `/studio/products/${encodeURIComponent(product.key)}/premium`, {
        body: { answers, day },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The cards show the prices of the same answers.
  useEffect(() => {
    if (data) open.setPrices(data.answered);
  }, [open, data]);
  return (
    <Card className="pv-table" heading="h3" title="What the premium is made of">
      {error && <p role="status">{error.message}</p>}
      {data && <PremiumFactors factors={data} onGo={onGo} />}
    </Card>
  );
}
