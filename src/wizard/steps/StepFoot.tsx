// The foot of the open step: Next, which finishes the application in the last one, Continue later where the flow has
// it, and the status of saving. A value that makes the request custom work does not stop saving. The reason is shown
// here (decisions 13).

import { Fragment, useId } from "react";
import { byIndex } from "#engine/fields/fieldPath.ts";
import { focusField } from "#widgets/runtime/focus.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import { type HeldFiles, uploadingFiles } from "../model/sending/files.ts";
import { isLast, type SaveState } from "../model/state.ts";
import { useFailedFiles, useHeldFiles } from "../texts/texts.ts";
import { useWording } from "../texts/useWording.ts";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./StepFoot.module.css";

export function StepFoot({ step }: { step: string }) {
  const text = useText();
  const { core, saving } = useWizard();
  const busy = useWizardState((state) => state.saves[step]?.kind === "saving");
  const blocked = useWizardState(() => core.session(step).blocking().length > 0);
  const held = useHeldFiles();
  const uploading = uploadingFiles(held).length > 0;
  const failed = useFailedFiles(held, step);
  const last = isLast(held.progress, step);
  const reason = useId();
  const why = blocked || uploading || failed ? reason : undefined;
  const later = !core.flow.hide?.includes("continue-later") && !core.opened.exists.temporary_request;
  return (
    <div className={styles.foot}>
      <Button
        kind={last ? "secondary" : "primary"}
        type="submit"
        iconEnd="arrow"
        busy={busy}
        unavailable={uploading || failed !== null}
        aria-describedby={why}
      >
        {text(busy ? "wizard.button.saving" : last ? "wizard.button.complete_application" : "wizard.button.next")}
      </Button>
      {later && (
        <Button unavailable={busy || uploading} aria-describedby={why} onClick={() => void saving.save(step, "save")}>
          {text("wizard.button.continue_later")}
        </Button>
      )}
      <SaveStateLine step={step} />
      {why && (
        <p className="reason" id={reason}>
          <Icon name="info" />
          <span>
            {failed ?? text(uploading ? "wizard.upload.uploading" : "wizard.step_blocked", { later: String(later) })}
            {failed && <FailedFields held={held} step={step} />}
          </span>
        </p>
      )}
    </div>
  );
}

/** A link to each field with files that did not arrive, which may be far above the foot. */
function FailedFields({ held, step }: { held: HeldFiles; step: string }) {
  const { core } = useWizard();
  const wording = useWording();
  const fields = Object.entries(held.files).filter(([, field]) => field.step === step && field.failed.length > 0);
  return fields.map(([id, { path }]) => (
    <Fragment key={id}>
      {" "}
      <a
        href={`#${id}`}
        onClick={(event) => {
          event.preventDefault();
          focusField(id);
        }}
      >
        {wording.label(step, byIndex(path, core.session(step).active()))}
      </a>
    </Fragment>
  ));
}

const clean: SaveState = { kind: "clean" };

/** The status of saving, in words. Only the error summary lists what has to be corrected first. */
function SaveStateLine({ step }: { step: string }) {
  const save = useWizardState((state) => state.saves[step] ?? clean);
  const tone =
    save.kind === "saved" || save.kind === "device" ? styles.saved : save.kind === "failed" ? styles.failed : "";
  const refused = save.kind === "failed" && save.code === "invalid";
  return (
    <div className={`${styles.line} ${tone}`} role="status" aria-live={refused ? "off" : "polite"}>
      <Words save={save} step={step} />
    </div>
  );
}

/** Where the answers are while the server has not confirmed them. */
function Safe() {
  const text = useText();
  const isKept = useWizardState((state) => state.kept);
  return text(isKept ? "wizard.save_state.safe_here" : "wizard.save_state.only_here");
}

function Words({ save, step }: { save: SaveState; step: string }) {
  const text = useText();
  const { time } = useFormats();
  const { saving } = useWizard();
  const choosing = useWizardState((state) => step in state.conflicts);
  switch (save.kind) {
    case "saving":
      return (
        <>
          <Spinner />
          {text(save.slow ? "wizard.save_state.slow" : "common.saving")} {save.slow && <Safe />}
        </>
      );
    case "saved":
      return (
        <>
          <Icon name="cloud" />
          {text("wizard.save_state.saved_at", { time: time(save.at) })}
        </>
      );
    case "device":
      return (
        <>
          <Icon name="cloud" />
          {text("wizard.save_state.on_this_device")}
        </>
      );
    case "retrying":
      return (
        <>
          <Spinner />
          {text("wizard.save_state.retrying")} <Safe />
          <Button kind="quiet" small onClick={saving.hurry}>
            {text("common.action.retry")}
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <Icon name="error" />
          {text("wizard.save_state.not_saved")} {save.code !== "invalid" && <Safe />}
          {save.code !== "invalid" && !choosing && (
            <Button kind="quiet" small onClick={() => void saving.retry(step)}>
              {text("common.action.retry")}
            </Button>
          )}
        </>
      );
    default:
      return null;
  }
}
