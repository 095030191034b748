// What the underwriter does with a referral: ask, decline or accept. Declining and accepting are confirmed. The second of two
// underwriters reads who was first, and the page shows the result.
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { PortalError } from "#api/calls/call.ts";
import { whenRefreshed } from "#api/calls/changes.ts";
import { decideReferral } from "#api/portfolio/referrals.ts";
import type { Referral, ReferralDecision } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { MessageField } from "../kit/form/MessageField.tsx";
import { UnsentText } from "../kit/form/UnsentText.tsx";
import { type KeptText, useKeptText } from "../kit/form/useKept.ts";
import { FactPanel } from "../kit/Panel.tsx";
import { useFailureText } from "../kit/States.tsx";
import { useFocusTitle } from "../kit/useFocusTitle.ts";
import styles from "./ReferralBody.module.css";

type Kind = ReferralDecision["decision"];

function useDecide({ number, revision }: Referral, forget: () => void) {
  const text = useMessage();
  return useMutation({
    mutationFn: (decision: { decision: Kind; text?: string }) => decideReferral(number, { ...decision, revision }),
    onSuccess: (page, { decision }) => {
      forget();
      toast(text(`portal.referral.done.${decision}`, { number: String(page.policy_number ?? "") }));
      return whenRefreshed();
    },
  });
}

type DecisionState = ReturnType<typeof useDecide>;

export function Decision({ referral }: { referral: Referral }) {
  const text = useMessage();
  const failure = useFailureText();
  const message = useKeptText(`referral/${referral.number}`);
  const decide = useDecide(referral, message.forget);
  const decided = referral.decided_by !== null;
  useFocusTitle(decided);
  const typed = message.text.trim();
  const { error } = decide;
  if (decided && !typed && !error) return null;
  return (
    <FactPanel title={text("portal.referral.decision.title")}>
      <div className={styles.form}>
        {error && (
          <Notice tone="warning" role="alert">
            {(error instanceof PortalError && error.said) || failure(error)}
          </Notice>
        )}
        {!decided && <DecisionForm message={message} decide={decide} />}
        {/* Another underwriter decided meanwhile. */}
        {decided && typed && <UnsentText said={typed} forget={message.forget} />}
      </div>
    </FactPanel>
  );
}

function DecisionForm({ message, decide }: { message: KeptText; decide: DecisionState }) {
  const text = useMessage();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [asking, setAsking] = useState<"accept" | "decline" | null>(null);
  const [lacks, setLacks] = useState(false);
  const typed = message.text.trim();
  const send = (decision: Kind) => {
    setAsking(null);
    decide.mutate({ decision, ...(typed && { text: typed }) });
  };
  const begin = (decision: Kind) => {
    if (decide.isPending) return;
    const missing = decision !== "accept" && typed === "";
    setLacks(missing);
    if (missing) field.current?.focus();
    else if (decision === "ask") send(decision);
    else setAsking(decision);
  };
  const show = (decision: Kind, kind: "primary" | "secondary" | "danger") => (
    <Button
      kind={kind}
      busy={decide.isPending && decide.variables.decision === decision}
      onClick={() => begin(decision)}
    >
      {text(`portal.referral.decision.${decision}`)}
    </Button>
  );
  return (
    <>
      <MessageField
        ref={field}
        id={id}
        label={text("portal.referral.decision.text")}
        help={text("portal.referral.decision.help")}
        text={message.text}
        onText={message.change}
        sending={decide.isPending}
        error={lacks && typed === "" ? text("portal.referral.decision.required") : null}
      />
      <div className="actions">
        {show("accept", "primary")}
        {show("ask", "secondary")}
        {show("decline", "danger")}
      </div>
      {asking && (
        <Dialog
          title={text(`portal.referral.confirm.${asking}.title`)}
          intro={text(`portal.referral.confirm.${asking}.text`)}
          onClose={() => setAsking(null)}
        >
          {typed && (
            <div className={styles.said}>
              <h3>{text("portal.referral.decision.text")}</h3>
              <p className="written">{typed}</p>
            </div>
          )}
          <div className="actions">
            <Button kind={asking === "decline" ? "danger" : "primary"} onClick={() => send(asking)}>
              {text(`portal.referral.decision.${asking}`)}
            </Button>
            <Button onClick={() => setAsking(null)}>{text("common.action.cancel")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
