// The form of the step, drawn by the same widgets as in the wizard. Nothing is saved and no file is sent: there is no
// request behind it. A case may contain a value that no control can show. Then the form shows an error and the rest of
// the page stays.
import { useEffect, useState, useSyncExternalStore } from "react";
import { findNotices } from "#engine/rules/facts.ts";
import { keyIn, noticeTextKeys, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import type { FormServices } from "#widgets/runtime/runtime.ts";
import { ErrorSummary } from "#widgets/templates/ErrorSummary.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import stepBodyStyles from "#wizard/steps/StepBody.module.css";
import stepFootStyles from "#wizard/steps/StepFoot.module.css";
import stepsStyles from "#wizard/steps/Steps.module.css";
import type { PreviewProduct } from "../data.ts";
import { ErrorNet } from "../ErrorNet.tsx";
import type { Words } from "../language/words.ts";
import type { OpenStep } from "../step/openStep.ts";
import { useSay } from "../workspace/words.ts";

interface Props {
  product: PreviewProduct;
  words: Words;
  open: OpenStep;
}

/** The field that had the focus before a saved file drew the form again. */
let focused: string | undefined;

function useKeptFocus(): void {
  useEffect(() => {
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
    focused = undefined;
    return () => {
      focused = document.activeElement?.closest(".pv-form") ? document.activeElement.id : undefined;
    };
  }, []);
}

export function StepForm({ product, words, open }: Props) {
  const say = useSay();
  const { step, session } = open;
  const [attempts, setAttempts] = useState(0);
  const [services] = useState(() => servicesFor(product, open));
  useKeptFocus();
  useSyncExternalStore(session.subscribeAll, session.version);
  const presented = open.presented(words.language);
  const flow = product.bundle.manifest.flows[open.flow];
  const [opened, setOpened] = useState(flow?.steps !== "disabled");
  const manifest = product.bundle.manifest.steps.find(({ key }) => key === step);
  const intro = stepTextKeys(step, "intro").find(words.has);
  const laterHidden = !flow || open.flow === "newTempRequest" || flow.hide?.includes("continue-later");
  const next = () => {
    if (session.attempt().length > 0) setAttempts(attempts + 1);
  };
  // As in the wizard: a quotation that becomes a policy is shown unchanged until the broker wants to change it.
  if (!opened)
    return (
      <div className={`${stepsStyles.step} pv-form pv-closed`} lang={words.language}>
        <Button onClick={() => setOpened(true)}>{words.text("common.action.change")}</Button>
      </div>
    );
  return (
    <div className={`${stepsStyles.step} ${stepsStyles.active} pv-form`} lang={words.language}>
      <div className={stepBodyStyles.body}>
        {open.flow === "editQuote" && <Notice>{words.text("wizard.notice.edit_quote")}</Notice>}
        {intro && <p className={stepBodyStyles.intro}>{words.text(intro)}</p>}
        <ErrorSummary session={session} presented={presented} attempt={attempts} />
        {(manifest ? findNotices(manifest, open.context().answers ?? {}, open.context().today) : []).map((name) => (
          <Notice key={name} title={words.text(keyIn(words.has, noticeTextKeys(name, "title")))}>
            {words.text(keyIn(words.has, noticeTextKeys(name, "text")))}
          </Notice>
        ))}
        <ErrorNet
          notice={(reason) => (
            <Notice tone="warning" title={say("undrawable")}>
              {say("undrawableWhy", { reason })}
            </Notice>
          )}
        >
          <SchemaForm
            session={session}
            presented={presented}
            services={services}
            onNext={next}
            className="schema-form step-form"
          >
            <div className={stepFootStyles.foot}>
              <Button kind="primary" type="submit" iconEnd="arrow">
                {words.text("wizard.button.next")}
              </Button>
              {!laterHidden && <Button>{words.text("wizard.button.continue_later")}</Button>}
            </div>
          </SchemaForm>
        </ErrorNet>
      </div>
    </div>
  );
}

function servicesFor({ bundle }: PreviewProduct, open: OpenStep): FormServices {
  return {
    today: open.context().today,
    linkTo(key) {
      const [kind, name = key] = key.includes(".") ? key.split(".") : ["documents", key];
      if (kind === "documents") return bundle.manifest.documents[name];
      return document.querySelector(`meta[name="link-${name}"]`)?.getAttribute("content") ?? undefined;
    },
  };
}
