// The two ways of sending. One that cannot be used stays reachable and carries its reason (decisions 29, 61, 63).
import { useId } from "react";
import type { SendAction } from "#engine/types.ts";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import type { SendReason } from "../model/sending.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

const labels: Record<SendAction, string> = {
  quotation: "wizard.button.request_quote",
  "insurance-policy": "wizard.button.apply_policy",
};

export function SendButtons() {
  const text = useText();
  const wizard = useWizard();
  useWizardState((state) => state);
  const sending = useWizardState((state) => state.sending);
  const why = useId();
  const buttons = wizard.sendButtons();
  const reason = buttons.find((button) => button.reason)?.reason ?? null;
  return (
    <div className="stack send-buttons">
      {buttons.map(({ action, allowed, reason: own }, index) => (
        <Button
          key={action}
          block
          kind={index === 0 ? "primary" : "secondary"}
          busy={sending === action}
          unavailable={!allowed || (sending !== null && sending !== action)}
          aria-describedby={own ? why : undefined}
          onClick={() => void wizard.submitting.send(action)}
        >
          {text(sending === action ? "wizard.button.submitting" : labels[action])}
        </Button>
      ))}
      {reason && <Reason id={why} reason={reason} />}
    </div>
  );
}

function Reason({ id, reason }: { id: string; reason: SendReason }) {
  const text = useText();
  if (reason === "dropout") {
    return (
      <Notice tone="danger" id={id} title={text("error.dropout")}>
        {text("error.dropout_explanation")}
      </Notice>
    );
  }
  return (
    <p className="reason" id={id}>
      <Icon name="info" />
      <span>{text(reason === "uploading" ? "wizard.upload.uploading" : "wizard.request.not_allowed")}</span>
    </p>
  );
}
