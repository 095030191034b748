// One open wizard on the page: makes it once, keeps its drafts safe when the page goes away, and chooses what shows.
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { beforeUnauthorised } from "#api/call.ts";
import { createUploads } from "#api/uploads.ts";
import { CheckAnswers } from "./check/CheckAnswers.tsx";
import type { LoadedWizard } from "./model/load.ts";
import { createWizard, type Wizard } from "./model/wizard.ts";
import { OutcomeScreen } from "./outcome/OutcomeScreen.tsx";
import { ServicesProvider } from "./ServicesContext.ts";
import { createServices } from "./services.ts";
import { useTranslate } from "./useTranslate.ts";
import { useWizardState, WizardProvider } from "./WizardContext.ts";
import { WizardScreen } from "./WizardScreen.tsx";

interface Props {
  loaded: LoadedWizard;
  onStartAnew: () => void;
}

/** What the page does before it goes away: the widgets' drafts are taken in and written down. */
function useKeptDrafts(wizard: Wizard): void {
  useEffect(() => {
    const keep = () => wizard.drafting.keep();
    const hidden = () => document.visibilityState === "hidden" && keep();
    const online = () => wizard.saving.hurry();
    const removals = [beforeUnauthorised(keep)];
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("online", online);
    return () => {
      for (const remove of removals) remove();
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("online", online);
    };
  }, [wizard]);
}

/** Ends a moment after it is left, so that an effect that runs twice (React's strict mode) starts it once. */
function useStarted(wizard: Wizard): void {
  const running = useRef<{ stop: () => void; end?: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => {
    clearTimeout(running.current?.end);
    running.current ??= { stop: wizard.start() };
    const started = running.current;
    return () => {
      wizard.drafting.keep();
      started.end = setTimeout(() => {
        started.stop();
        running.current = null;
      });
    };
  }, [wizard]);
}

export function OpenWizard({ loaded, onStartAnew }: Props) {
  const translate = useTranslate();
  const [wizard] = useState(() => createWizard({ ...loaded, translate }));
  const [services] = useState(() => createServices(wizard, createUploads(loaded.place)));
  useStarted(wizard);
  useKeptDrafts(wizard);
  return (
    <WizardProvider value={wizard}>
      <ServicesProvider value={services}>
        <View icon={loaded.icon} onStartAnew={onStartAnew} />
      </ServicesProvider>
    </WizardProvider>
  );
}

/** `?check` shows all answers: before sending, or from the conversion dialog (decisions 74). */
function View({ icon, onStartAnew }: { icon: string; onStartAnew: () => void }) {
  const outcome = useWizardState((state) => state.outcome);
  const [query, setQuery] = useSearchParams();
  if (outcome) return <OutcomeScreen outcome={outcome} />;
  const check = (on: boolean) => setQuery(on ? { check: "" } : {}, { preventScrollReset: true });
  if (query.has("check")) return <CheckAnswers icon={icon} onClose={() => check(false)} />;
  return <WizardScreen icon={icon} onStartAnew={onStartAnew} onCheck={() => check(true)} />;
}
