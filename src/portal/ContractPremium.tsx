// The lines of a contract's premium, as the wizard showed them when the request was made.
import type { ContractDetails } from "#api/wire/wireTypes.ts";
import { useText } from "#widgets/runtime/text.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Facts } from "#widgets/ui/facts/Facts.tsx";
import { additionalFacts, type FactTools, mainFacts, oneOffFacts, yearFacts } from "#widgets/ui/facts/premiumFacts.ts";
import styles from "./ContractPanels.module.css";
import { useFormat } from "./kit/usePortal.ts";

type Premium = NonNullable<ContractDetails["premium"]>;

function useFactTools(): FactTools {
  const text = useText();
  const format = useFormat();
  return { text, money: (amount) => format.money(amount) ?? "", euros: (amount) => format.amount(amount) ?? "" };
}

/** Main cover, units and additional covers per year, and what paying in terms adds. */
export function YearLines({ premium }: { premium: Premium }) {
  const tools = useFactTools();
  const covers = [...mainFacts(premium, tools), ...additionalFacts(premium, tools)];
  const year = yearFacts(premium, tools);
  return (
    <div className={styles.lines}>
      {covers.length > 0 && <Facts items={covers} />}
      {year.length > 0 && <Facts items={year} className={covers.length > 0 ? factsStyles.ruled : undefined} />}
    </div>
  );
}

/** Run-off that is bought in advance, with its own tax. */
export function OneOffLines({ premium }: { premium: Premium }) {
  const items = oneOffFacts(premium, useFactTools());
  return (
    items.length > 0 && (
      <div className={styles.lines}>
        <Facts items={items} />
      </div>
    )
  );
}
