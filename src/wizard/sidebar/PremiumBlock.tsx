// Insurance and premium: choices, lines per year, then what one term costs with its tax. The total is the largest
// figure. While it is being updated the old amount stays, marked. Other components announce it.
import { useText } from "#widgets/runtime/text.ts";
import { Block } from "#widgets/ui/Block.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Facts } from "#widgets/ui/facts/Facts.tsx";
import {
  additionalFacts,
  coverFacts,
  type FactTools,
  formatPeriod,
  mainFacts,
  oneOffFacts,
  termFacts,
  yearFacts,
} from "#widgets/ui/facts/premiumFacts.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import loadingStyles from "#widgets/ui/notice/Loading.module.css";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import { NewWindowLink } from "#widgets/ui/text/NewWindowLink.tsx";
import type { Premium } from "../model/state.ts";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./PremiumBlock.module.css";
import type { BlockControl } from "./useBlock.ts";

export function useFactTools(): FactTools {
  const text = useText();
  const { money, euros } = useFormats();
  return { text, money, euros };
}

export function PremiumBlock(control: BlockControl) {
  const text = useText();
  const { money } = useFormats();
  const { premium, status } = useWizardState((state) => state.premium);
  const total = premium?.total_amount ?? null;
  const updating = status === "updating";
  return (
    <Block
      icon="quote"
      title={text("wizard.sidebar.summary.title")}
      value={
        !control.open && total !== null ? (
          <span className={updating ? `${loadingStyles.loading} ${styles.loading}` : undefined} aria-busy={updating}>
            {updating && <Spinner />}
            {money(total)}
          </span>
        ) : undefined
      }
      {...control}
    >
      <PremiumContent />
    </Block>
  );
}

/** Also on the page of all answers, which has no sidebar. */
export function PremiumContent() {
  const text = useText();
  const { pricing, document } = useWizard();
  const { status, premium } = useWizardState((state) => state.premium);
  return (
    <>
      {premium && <Choices premium={premium} updating={status === "updating"} />}
      {status === "updating" && (
        <p className={`${loadingStyles.loading} ${styles.loading}`}>
          <Spinner />
          {text("wizard.sidebar.summary.loading")}
        </p>
      )}
      {status === "error" && (
        <Notice
          tone="danger"
          action={
            <Button small icon="refresh" onClick={pricing.retry}>
              {text("common.action.retry")}
            </Button>
          }
        >
          {text("error.premium")}
        </Notice>
      )}
      {status === "none" && <p className="muted">{text("wizard.sidebar.summary.unavailable")}</p>}
      <p className={styles.documents}>
        <DocumentLink
          href={document("terms_and_conditions")}
          label={text("wizard.sidebar.summary.terms_and_conditions")}
        />
        <DocumentLink href={document("insurance_map")} label={text("wizard.sidebar.summary.insurance_map")} />
      </p>
    </>
  );
}

function DocumentLink({ href, label }: { href: string | undefined; label: string }) {
  if (!href) return null;
  return (
    <NewWindowLink href={href}>
      <Icon name="file" small />
      {label}
    </NewWindowLink>
  );
}

function Choices({ premium, updating }: { premium: Premium; updating: boolean }) {
  const text = useText();
  const tools = useFactTools();
  const year = yearFacts(premium, tools);
  const oneOff = oneOffFacts(premium, tools);
  const hasTotal = premium.total_amount !== null;
  return (
    <div className={updating ? `${styles.lines} ${factsStyles.updating}` : styles.lines} aria-busy={updating}>
      <Facts items={[{ key: "product", label: text("wizard.sidebar.summary.product"), value: text("name") }]} />
      {hasTotal && <Covers premium={premium} tools={tools} />}
      {hasTotal && year.length > 0 && <Facts items={year} className={factsStyles.ruled} />}
      {premium.total_amount !== null && <TotalBox premium={premium} total={premium.total_amount} tools={tools} />}
      {hasTotal && oneOff.length > 0 && <Facts items={oneOff} className={factsStyles.ruled} />}
    </div>
  );
}

function Covers({ premium, tools }: { premium: Premium; tools: FactTools }) {
  const text = useText();
  const additional = additionalFacts(premium, tools);
  const offered = premium.all_additional_coverages.length > 0;
  return (
    <>
      <section className={styles.part}>
        <h3>{text("wizard.sidebar.summary.main_coverage")}</h3>
        <Facts items={[...coverFacts(premium, tools), ...mainFacts(premium, tools)]} />
      </section>
      {offered && (
        <section className={styles.part}>
          <h3>{text("wizard.sidebar.summary.additional_coverages")}</h3>
          {additional.length > 0 ? (
            <Facts items={additional} />
          ) : (
            <p className="muted small">{text("wizard.sidebar.summary.no_additional_coverages")}</p>
          )}
        </section>
      )}
    </>
  );
}

function TotalBox({ premium, total, tools }: { premium: Premium; total: number; tools: FactTools }) {
  const text = useText();
  const [before, after = ""] = text("wizard.sidebar.summary.term_including_tax", {
    period: formatPeriod(premium, tools),
  }).split(", ");
  return (
    <div className={factsStyles.totalBox}>
      <Facts items={termFacts(premium, tools)} />
      <p className={factsStyles.total}>
        <span>
          {before}
          <span className="visually-hidden">, </span>
          <small>{after}</small>
        </span>
        <b>{tools.money(total)}</b>
      </p>
    </div>
  );
}
