// The last block: first day of cover, agreements, a look at all answers. A closed block shows when it opens.

import { useEffect, useRef } from "react";
import type { SendAction } from "#engine/schema/types.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import checkboxStyles from "#widgets/fields/choice/Checkbox.module.css";
import { useText } from "#widgets/runtime/text.ts";
import { ErrorText } from "#widgets/templates/ErrorText.tsx";
import { Block } from "#widgets/ui/Block.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { findMonths, formatMonths } from "#widgets/ui/facts/premiumFacts.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { otherCompany } from "../model/sending/otherCompany.ts";
import { requestForm } from "../model/state.ts";
import { OtherCompanyNotice } from "../notices/StepNotices.tsx";
import { FormErrors } from "../steps/FormErrors.tsx";
import { useServices, useWizard, useWizardState } from "../WizardContext.ts";
import { useFactTools } from "./PremiumBlock.tsx";
import styles from "./RequestBlock.module.css";
import type { BlockControl } from "./useBlock.ts";

interface Props extends BlockControl {
  send: SendAction[];
  onCheck: () => void;
}

export function RequestBlock({ send, onCheck, ...control }: Props) {
  const text = useText();
  const later = send.length === 0 && (
    <p className="reason">
      <Icon name="info" />
      <span>{text("wizard.sidebar.request.closed_text")}</span>
    </p>
  );
  return (
    <Block icon="arrow" title={text("wizard.sidebar.request.title")} closedNote={later} {...control}>
      {later || <RequestForm onCheck={onCheck} />}
    </Block>
  );
}

function RequestForm({ onCheck }: { onCheck: () => void }) {
  const text = useText();
  const { core } = useWizard();
  const services = useServices();
  const presented = useWizardState(() => core.presented(requestForm));
  const existing = core.opened.flow === "editQuote" || core.opened.flow === "quoteToPolicy";
  const container = useRef<HTMLDivElement>(null);
  const headed = useWizardState((state) => state.headed?.step === requestForm);
  useEffect(() => {
    if (!headed) return;
    // A sheet that opens with the block focuses its title first.
    requestAnimationFrame(() => container.current?.focus());
    core.dispatch({ type: "headed", step: null });
  }, [headed, core]);
  return (
    <div className={styles.part} tabIndex={-1} ref={container}>
      <FormErrors step={requestForm} presented={presented} />
      {existing && <Notice>{text("wizard.request.declarations_anew")}</Notice>}
      <OtherPremium />
      <SchemaForm session={core.session(requestForm)} presented={presented} services={services} narrow />
      <Button kind="quiet" small className={styles.check} onClick={onCheck}>
        {text("wizard.check_answers.title")}
      </Button>
      <OtherCompany />
    </div>
  );
}

/** The customer knows the quotation's price. Other answers, rates or another first day may change it. */
function OtherPremium() {
  const text = useText();
  const tools = useFactTools();
  const { quoted, quotation_number } = useWizard().core.opened.exists;
  const { status, premium } = useWizardState((state) => state.premium);
  if (!quoted || status !== "ready" || !premium || premium.total_amount === null) return null;
  const months = findMonths(premium);
  const oneOff = premium.lines?.one_off?.total;
  if (premium.total_amount === quoted.total && months === quoted.months && oneOff === quoted.one_off) return null;
  const amount = (total: number, months: number | undefined, once = 0) => {
    const term = `${tools.money(total)} ${formatMonths(months, text)}`;
    return once ? text("wizard.request.with_one_off", { term, once: tools.money(once) }) : term;
  };
  return (
    <Notice tone="warning">
      {text("wizard.request.other_premium", {
        number: quotation_number ?? "",
        now: amount(premium.total_amount, months, oneOff),
        quoted: amount(quoted.total, quoted.months, quoted.one_off),
      })}
    </Notice>
  );
}

const otherCompanyId = "request_other_company";

/** Another company than the relation's: the broker's word before sending (decisions 83). */
function OtherCompany() {
  const text = useText();
  const { core } = useWizard();
  useWizardState(() => otherCompany(core)?.number);
  const confirmedCompany = useWizardState((state) => state.confirmedCompany);
  const unconfirmed = useWizardState((state) => state.companyUnconfirmed);
  const other = otherCompany(core);
  if (!other) return null;
  const confirmed = confirmedCompany === other.number;
  const missing = unconfirmed && !confirmed;
  return (
    <OtherCompanyNotice>
      <div className={checkboxStyles.line}>
        <input
          className={checkboxStyles.check}
          id={otherCompanyId}
          type="checkbox"
          checked={confirmed}
          aria-required
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${otherCompanyId}__error` : undefined}
          onChange={(event) =>
            core.dispatch({ type: "companyConfirmed", number: event.target.checked ? other.number : null })
          }
        />
        <label htmlFor={otherCompanyId}>{text("wizard.other_company.confirm", { number: other.number })}</label>
        {missing && <ErrorText id={`${otherCompanyId}__error`}>{text("wizard.other_company.required")}</ErrorText>}
      </div>
    </OtherCompanyNotice>
  );
}
