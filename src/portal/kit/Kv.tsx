// Names and values of one thing. An unknown value is shown as unknown, and a loading one keeps its space.
import type { ReactNode } from "react";
import type { AmountLabels } from "#api/wire/wireTypes.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import loadingStyles from "#widgets/ui/notice/Loading.module.css";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import type { Format } from "./usePortal.ts";

export interface KvItem {
  label: MessageId;
  /** In place of the label, in the words of the product. */
  name?: string | undefined;
  value: ReactNode;
  /** Numbers: tabular figures that do not break. */
  num?: boolean;
  /** An amount: a number, at the right. All others are at the left. */
  amount?: boolean;
  /** May contain a long word: it is below its name where facts are narrow, because not every browser hyphenates. */
  long?: boolean;
}

interface KvProps {
  items: readonly KvItem[];
  loading?: boolean | undefined;
}

export function Kv({ items, loading }: KvProps) {
  const text = useMessage();
  return (
    <dl className={factsStyles.facts}>
      {items.map(({ label, name, value, amount, num = amount, long }) => (
        <div key={label} data-long={(long && hasLongWord(String(value))) || undefined}>
          <dt>{name ?? text(label)}</dt>
          <dd className={amount ? factsStyles.amount : undefined}>
            <KvValue value={value} num={num} loading={loading} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const hasLongWord = (value: string): boolean => value.split(/\s/).some((word) => word.length > 18);

function KvValue({ value, num, loading }: Pick<KvItem, "value" | "num"> & { loading: boolean | undefined }) {
  const text = useMessage();
  const absent = value === null || value === undefined || value === "";
  if (absent && loading) return <span className={`${loadingStyles.line} ${loadingStyles.long}`} aria-hidden="true" />;
  if (absent) return <span className="muted">{text("common.unknown_value")}</span>;
  return num ? <span className="number">{value}</span> : <Unbroken>{value}</Unbroken>;
}

const AMOUNTS = ["insured_amount_per_claim", "insured_amount_per_year", "own_risk"] as const;
type Amounts = Record<(typeof AMOUNTS)[number], number | null>;

/** The cover of a contract, and its deductible if there is one, in the words of its product where it has its own. */
export const amountFacts = (
  kind: "quote" | "insurance",
  amounts: Amounts,
  names: AmountLabels,
  format: Format,
): KvItem[] =>
  AMOUNTS.filter((amount) => amount !== "own_risk" || amounts[amount] !== null).map((amount) => ({
    label: `portal.${kind}.field.${amount}`,
    name: names[amount],
    value: format.amount(amounts[amount]),
    amount: true,
  }));
