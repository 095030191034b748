// The foot of the open step: Next, which finishes the application in the last one; Continue later where the flow has it, and how it stands with saving. A value that
// makes the request custom work does not stop saving; the reason stands here (decisions 13).

import { useId } from "react";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { uploadingFiles } from "../model/sending.ts";
import { isLast } from "../model/state.ts";
import { useFailedFiles } from "../useFailedFiles.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { SaveStateLine } from "./SaveStateLine.tsx";
import styles from "./StepFoot.module.css";

export function StepFoot({ step }: { step: string }) {
  const text = useText();
  const { core, saving } = useWizard();
  const busy = useWizardState((state) => state.saves[step]?.kind === "saving");
  const blocked = useWizardState(() => core.session(step).blocking().length > 0);
  const uploading = useWizardState((state) => uploadingFiles(state).length > 0);
  const failed = useFailedFiles(step);
  const last = useWizardState((state) => isLast(state.progress, step));
  const reason = useId();
  const why = blocked || uploading || failed ? reason : undefined;
  const hidden = core.flow.hide?.includes("continue-later") || core.opened.exists.temporary_request;
  return (
    <div className={styles.foot}>
      <Button
        kind="primary"
        type="submit"
        iconEnd="arrow"
        busy={busy}
        unavailable={uploading || failed !== null}
        aria-describedby={why}
      >
        {text(busy ? "wizard.button.saving" : last ? "wizard.button.complete_application" : "wizard.button.next")}
      </Button>
      {!hidden && (
        <Button unavailable={busy || uploading} aria-describedby={why} onClick={() => void saving.save(step, "save")}>
          {text("wizard.button.continue_later")}
        </Button>
      )}
      <SaveStateLine step={step} />
      {why && (
        <p className="reason" id={reason}>
          <Icon name="info" />
          <span>{failed ?? text(uploading ? "wizard.upload.uploading" : "wizard.step_blocked")}</span>
        </p>
      )}
    </div>
  );
}
