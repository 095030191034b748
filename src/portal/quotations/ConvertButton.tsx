// Quote to policy: asks whether the entered data are still correct (spec: portal 4). Accepting goes to the wizard's
// quote-to-policy flow, declining to its view of all answers. Not possible: the reason stands under the button.
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import type { Quotation } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { useQuoteActions } from "./useQuoteActions.ts";

export function ConvertButton({ quotation, block }: { quotation: Quotation; block?: boolean }) {
  const text = useMessage();
  const navigate = useNavigate();
  const actions = useQuoteActions(quotation);
  const [asking, setAsking] = useState(false);
  const why = useId();
  if (!actions) return null;
  const { noConvert } = actions;
  return (
    <>
      <Button
        kind="primary"
        icon="convert"
        block={block}
        unavailable={noConvert !== undefined}
        aria-describedby={noConvert && why}
        onClick={() => setAsking(true)}
      >
        {text("portal.quote.action.to_policy")}
      </Button>
      {noConvert && (
        <p className="reason" id={why}>
          {text(noConvert)}
        </p>
      )}
      {asking && (
        <Dialog
          title={text("portal.quote_to_policy.confirm.title")}
          intro={text("portal.quote_to_policy.confirm.question")}
          onClose={() => setAsking(false)}
        >
          <div className="actions">
            <Button kind="primary" onClick={() => navigate(actions.convert)}>
              {text("portal.quote_to_policy.confirm.accept")}
            </Button>
            <Button onClick={() => navigate(actions.check)}>{text("portal.quote_to_policy.confirm.decline")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
