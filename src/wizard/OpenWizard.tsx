// One open wizard on the page: makes it once, keeps its drafts safe when the page goes away, and chooses what shows.
import { focusManager, onlineManager } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { beforePageGoes } from "#api/drafts/leaving.ts";
import { createUploads } from "#api/wizard/uploads.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { CheckAnswers } from "./check/CheckAnswers.tsx";
import type { LoadedWizard, OfferedDraft } from "./model/loading/load.ts";
import { failedFiles, uploadingFiles } from "./model/sending/files.ts";
import { createWizard, type Wizard } from "./model/wizard.ts";
import { useSavedAt } from "./notices/OpeningNotices.tsx";
import { OutcomeView } from "./outcome/OutcomeView.tsx";
import { createServices } from "./services.ts";
import { AnswersInTexts } from "./texts/ProductTextsProvider.tsx";
import { useTranslate } from "./texts/useTranslate.ts";
import { usePlainAddress, useTakeOut } from "./usePlainAddress.ts";
import { ServicesProvider, useWizard, useWizardState, WizardProvider } from "./WizardContext.ts";
import wizardScreenStyles from "./WizardScreen.module.css";
import { WizardScreen, type WizardScreenProps } from "./WizardScreen.tsx";

interface Props {
  loaded: LoadedWizard;
  /** It came in place of another. */
  again: boolean;
  onStartAnew: () => void;
  /** Opens the request that answers left on this device belong to. */
  onGoOn: (request: number) => void;
}

/** What the page does before it goes away: the widgets' drafts are taken in and written down. */
function useKeptDrafts(wizard: Wizard): void {
  useEffect(() => {
    const keep = () => wizard.drafting.keep();
    const unsafe = () => uploadingFiles(wizard.core.state.get()).length > 0 || wizard.drafting.unkept();
    const hurry = (there: boolean) => {
      if (!there) return;
      wizard.hurry();
      for (const { retry } of failedFiles(wizard.core.state.get())) retry?.();
    };
    const removals = [
      beforePageGoes(keep, unsafe),
      onlineManager.subscribe(hurry),
      focusManager.subscribe(hurry),
      wizard.drafting.onWaiting((waits) => document.body.toggleAttribute("data-draft-waits", waits)),
    ];
    return () => {
      for (const remove of removals) remove();
    };
  }, [wizard]);
}

/** Ends a moment after it is left, so that an effect that runs twice (React's strict mode) starts it once. */
function useStarted(wizard: Wizard): void {
  const text = useText();
  const running = useRef<{ stop: () => void; end?: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    clearTimeout(running.current?.end);
    running.current ??= { stop: wizard.start() };
    const started = running.current;
    return () => {
      wizard.drafting.keep();
      started.end = setTimeout(() => {
        const names = uploadingFiles(wizard.core.state.get());
        started.stop();
        const count = names.length;
        if (count > 0) toast(text("wizard.upload.stopped", { names: names.join(", "), count }));
        running.current = null;
      });
    };
  }, [wizard, text]);
}

export function OpenWizard({ loaded, again, onStartAnew, onGoOn }: Props) {
  const translate = useTranslate();
  const [wizard] = useState(() => createWizard({ ...loaded, translate }));
  const [services] = useState(() => createServices(wizard, createUploads(loaded.place, loaded.opened.exists.draft_id)));
  useStarted(wizard);
  useKeptDrafts(wizard);
  usePlainAddress(wizard);
  return (
    <WizardProvider value={wizard}>
      <ServicesProvider value={services}>
        <AnswersInTexts>
          <ConvertQuestion onStartAnew={onStartAnew} />
          <View icon={loaded.icon} again={again} onStartAnew={onStartAnew}>
            {loaded.offered && <OfferedDraftNotice offered={loaded.offered} onGoOn={onGoOn} />}
          </View>
        </AnswersInTexts>
      </ServicesProvider>
    </WizardProvider>
  );
}

/** `?check` shows all answers: before sending, or from the conversion dialog (decisions 74). */
function View({ children, ...screen }: Omit<WizardScreenProps, "onCheck">) {
  const outcome = useWizardState((state) => state.outcome);
  const [query, setQuery] = useSearchParams();
  if (outcome) return <OutcomeView outcome={outcome} />;
  const check = (on: boolean) => setQuery((now) => withCheck(now, on), { preventScrollReset: true });
  if (query.has("check")) return <CheckAnswers icon={screen.icon} onClose={() => check(false)} />;
  return (
    <WizardScreen {...screen} onCheck={() => check(true)}>
      {children}
    </WizardScreen>
  );
}

function withCheck(query: URLSearchParams, on: boolean): URLSearchParams {
  const next = new URLSearchParams(query);
  if (on) next.set("check", "");
  else next.delete("check");
  return next;
}

// Asks what a conversion starts with, where a change of the quotation was saved and never sent: the quotation as it was sent, or
// that change. Closing goes on with the change and loses nothing.

function ConvertQuestion({ onStartAnew }: { onStartAnew: () => void }) {
  const text = useText();
  const { core, drafting } = useWizard();
  const [query] = useSearchParams();
  const takeOut = useTakeOut();
  const { flow, exists } = core.opened;
  const { resumed, quotation_number: quotation } = exists;
  const date = useSavedAt(resumed?.saved_at);
  if (flow !== "quoteToPolicy" || !resumed || !query.has("new")) return null;
  const goOn = () => takeOut("new");
  const asSent = () => {
    drafting.forget();
    onStartAnew();
  };
  return (
    <Dialog
      title={text("wizard.convert.title")}
      intro={text("wizard.convert.text", { date, quotation: String(quotation) })}
      onClose={goOn}
    >
      <div className="actions">
        <Button kind="primary" onClick={asSent}>
          {text("wizard.convert.as_sent")}
        </Button>
        <Button onClick={goOn}>{text("wizard.convert.with_change")}</Button>
      </div>
    </Dialog>
  );
}

// Offers the answers that this device has of another request without a relation. They are of another customer, perhaps: nothing
// of them is put into the open request.

/** What the broker knows the request by: the company, else its number. */
function findName({ steps }: OfferedDraft): string {
  const answers = Object.values(steps).map(({ data }) => data ?? {});
  const name = [...answers.map(({ company }) => company), ...answers.map(({ kvk }) => kvk)].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof name === "string" ? name : "";
}

function OfferedDraftNotice({ offered, onGoOn }: { offered: OfferedDraft; onGoOn: (request: number) => void }) {
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
