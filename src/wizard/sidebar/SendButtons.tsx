// The two ways of sending. One that cannot be used stays reachable and carries its reason (decisions 29, 61, 63).

import { type MouseEvent, useId } from "react";
import type { SendAction } from "#engine/schema/types.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import { failedFiles } from "../model/sending/files.ts";
import type { SendReason } from "../model/sending/sendButtons.ts";
import { useFailedFiles, useHeldFiles } from "../texts/texts.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import sidebarStyles from "./Sidebar.module.css";

const labels: Record<SendAction, string> = {
  quotation: "wizard.button.request_quote",
  "insurance-policy": "wizard.button.apply_policy",
};

export function SendButtons() {
  const text = useText();
  const wizard = useWizard();
  // As text, because the list is recomputed for every answer.
  useWizardState(() => JSON.stringify(wizard.sendButtons()));
  const sending = useWizardState((state) => state.sending);
  const why = useId();
  const buttons = wizard.sendButtons();
  const reason = buttons.find((button) => button.reason)?.reason ?? null;
  return (
    <div className={`stack ${sidebarStyles.send}`}>
      {buttons.map(({ action, allowed, reason: ownReason }, index) => (
        <Button
          key={action}
          block
          kind={index === 0 ? "primary" : "secondary"}
          busy={sending === action}
          unavailable={!allowed || (sending !== null && sending !== action)}
          aria-describedby={ownReason ? why : undefined}
          onClick={() => void wizard.submitting.send(action)}
        >
          {text(sending === action ? "wizard.button.submitting" : labels[action])}
        </Button>
      ))}
      {reason && <Reason id={why} reason={reason} />}
    </div>
  );
}

/** The pressed button goes with its file: the focus goes to the first way of sending. */
const leaving = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
  event.currentTarget.closest<HTMLElement>(`.${sidebarStyles.send}`)?.querySelector("button")?.focus();
  act();
};

/** Wherever their step is: each can be sent again or taken out here. */
function FailedFiles({ id }: { id: string }) {
  const text = useText();
  const held = useHeldFiles();
  const failed = useFailedFiles(held);
  return (
    <Notice tone="danger" id={id} title={text("error.file.upload_failed")}>
      <p>{failed}</p>
      {failedFiles(held).map(({ key, name, retry, remove }) => (
        <p key={key} className="actions">
          {retry && (
            <Button small icon="refresh" aria-label={text("wizard.upload.retry", { name })} onClick={leaving(retry)}>
              {text("common.action.retry")}
            </Button>
          )}
          <Button small icon="trash" onClick={leaving(remove)}>
            {text("wizard.upload.remove", { name })}
          </Button>
        </p>
      ))}
    </Notice>
  );
}

function Reason({ id, reason }: { id: string; reason: SendReason }) {
  const text = useText();
  if (reason === "dropout") {
    return (
      <Notice tone="danger" id={id} title={text("error.dropout")}>
        {text("error.dropout_explanation")} <MailText id="error.policy_request" />
      </Notice>
    );
  }
  if (reason === "file-failed") return <FailedFiles id={id} />;
  if (reason === "forbidden") {
    return (
      <p className="reason" id={id}>
        <Icon name="info" />
        <span>
          <MailText id="wizard.request.forbidden" />
        </span>
      </p>
    );
  }
  return (
    <p className="reason" id={id}>
      <Icon name="info" />
      <span>{text(reason === "uploading" ? "wizard.upload.uploading" : "wizard.request.not_allowed")}</span>
    </p>
  );
}
