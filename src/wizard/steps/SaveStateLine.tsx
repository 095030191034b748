// How it stands with saving, always in view and in words: stored, kept on this device, being tried again, or not stored. What
// the broker has to correct first is said by the summary of the errors alone.
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import type { SaveState } from "../model/state.ts";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./SaveStateLine.module.css";

const clean: SaveState = { kind: "clean" };

export function SaveStateLine({ step }: { step: string }) {
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
  const kept = useWizardState((state) => state.kept);
  return text(kept ? "wizard.save_state.safe_here" : "wizard.save_state.only_here");
}

function Words({ save, step }: { save: SaveState; step: string }) {
  const text = useText();
  const { time } = useFormats();
  const { saving } = useWizard();
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
          {save.code !== "invalid" && (
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
