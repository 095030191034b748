// Offers the answers that this device has of another request without a relation. They are of another customer, perhaps: nothing
// of them is put into the open request.
import { useState } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import type { OfferedDraft } from "../model/loading/load.ts";
import wizardScreenStyles from "../WizardScreen.module.css";
import { useSavedAt } from "./OpeningNotices.tsx";

/** What the broker knows the request by: the company, else its number. */
function findName({ steps }: OfferedDraft): string {
  const answers = Object.values(steps).map(({ data }) => data ?? {});
  const name = [...answers.map(({ company }) => company), ...answers.map(({ kvk }) => kvk)].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof name === "string" ? name : "";
}

export function OfferedDraftNotice({ offered, onGoOn }: { offered: OfferedDraft; onGoOn: (request: number) => void }) {
  const text = useText();
  const [closed, setClosed] = useState(false);
  const date = useSavedAt(offered.at);
  const name = findName(offered);
  if (closed) return null;
  return (
    <Notice
      className={wizardScreenStyles.notice}
      title={text("wizard.offered.title")}
      onClose={() => setClosed(true)}
      action={
        <Button small onClick={() => onGoOn(offered.request)}>
          {text("wizard.offered.go_on")}
        </Button>
      }
    >
      {text("wizard.offered.text", { date, named: String(name !== ""), name })}
    </Notice>
  );
}
