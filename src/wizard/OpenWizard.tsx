// One open wizard on the page: makes it once, keeps its drafts safe when the page goes away, and chooses what shows.

import { focusManager, onlineManager } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { beforePageGoes } from "#api/drafts/leaving.ts";
import { createUploads } from "#api/wizard/uploads.ts";
import { useText } from "#widgets/runtime/text.ts";
import { toast } from "#widgets/ui/notice/Toast.tsx";
import { CheckAnswers } from "./check/CheckAnswers.tsx";
import type { LoadedWizard } from "./model/loading/load.ts";
import { failedFiles, uploadingFiles } from "./model/sending/files.ts";
import { createWizard, type Wizard } from "./model/wizard.ts";
import { ConvertQuestion } from "./notices/ConvertQuestion.tsx";
import { OfferedDraftNotice } from "./notices/OfferedDraftNotice.tsx";
import { OutcomeView } from "./outcome/OutcomeView.tsx";
import { createServices } from "./services.ts";
import { useTranslate } from "./texts/useTranslate.ts";
import { usePlainAddress } from "./usePlainAddress.ts";
import { ServicesProvider, useWizardState, WizardProvider } from "./WizardContext.ts";
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
        <ConvertQuestion onStartAnew={onStartAnew} />
        <View icon={loaded.icon} again={again} onStartAnew={onStartAnew}>
          {loaded.offered && <OfferedDraftNotice offered={loaded.offered} onGoOn={onGoOn} />}
        </View>
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
