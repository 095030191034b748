// Another company than the relation's: the broker's word before sending (decisions 83).

import checkboxStyles from "#widgets/fields/Checkbox.module.css";
import { ErrorText } from "#widgets/templates/FieldNotes.tsx";
import { useText } from "#widgets/text.ts";
import { otherCompany } from "../model/sending.ts";
import { OtherCompanyNotice } from "../notices/StepNotices.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";

const id = "request_other_company";

export function OtherCompany() {
  const text = useText();
  const { core } = useWizard();
  useWizardState(() => otherCompany(core)?.number);
  const confirmedCompany = useWizardState((state) => state.confirmedCompany);
  const unconfirmed = useWizardState((state) => state.unconfirmed);
  const other = otherCompany(core);
  if (!other) return null;
  const confirmed = confirmedCompany === other.number;
  const missing = unconfirmed && !confirmed;
  return (
    <OtherCompanyNotice>
      <div className={checkboxStyles.line}>
        <input
          className={checkboxStyles.check}
          id={id}
          type="checkbox"
          checked={confirmed}
          aria-required
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}__error` : undefined}
          onChange={(event) =>
            core.dispatch({ type: "companyConfirmed", number: event.target.checked ? other.number : null })
          }
        />
        <label htmlFor={id}>{text("wizard.other_company.confirm", { number: other.number })}</label>
        {missing && <ErrorText id={`${id}__error`}>{text("wizard.other_company.required")}</ErrorText>}
      </div>
    </OtherCompanyNotice>
  );
}
