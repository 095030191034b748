// Steps on the left, sidebar on the right. On small screens the sidebar is a bar with a sheet, or follows the steps.
// The title of the tab starts with the number of errors, so that a screen reader reads it first.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { formatPeriod } from "#widgets/ui/facts/premiumFacts.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce, useAnnounced } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useMedia } from "#widgets/ui/useMedia.ts";
import { countSteps, openKey } from "./model/state.ts";
import { CopiedNotice, CopyQuestion, ResumeNotice, SavedForLater } from "./notices/OpeningNotices.tsx";
import { useJudgedRules } from "./notices/RuleNotice.tsx";
import { PremiumBar } from "./sidebar/PremiumBar.tsx";
import { useFactTools } from "./sidebar/PremiumBlock.tsx";
import { Sidebar } from "./sidebar/Sidebar.tsx";
import { Steps } from "./steps/Steps.tsx";
import { useFlowTitle, useStepText, useWizardTitle } from "./texts/texts.ts";
import { useWizard, useWizardState } from "./WizardContext.ts";
import styles from "./WizardScreen.module.css";

// What is announced of the sidebar, whether it is on the screen or not: a new premium, one that cannot be calculated, rules that
// decline or refer, and that the request can be sent.
function Announcements() {
  useSaidTotal();
  useSaidSendable();
  useSaidRules();
  return null;
}

function useSaidTotal(): void {
  const text = useText();
  const tools = useFactTools();
  const { premium, status } = useWizardState((state) => state.premium);
  const total = premium?.total_amount ?? null;
  const announced = useRef<number | null>(null);
  useEffect(() => {
    if (status !== "ready" || total === null || !premium || announced.current === total) return;
    announced.current = total;
    const label = text("wizard.sidebar.summary.term_including_tax", { period: formatPeriod(premium, tools) });
    announce(text("common.named", { name: label, value: tools.money(total) }));
  });
  const failed = status === "error";
  useEffect(() => {
    if (failed) announce(text("error.premium"), "assertive");
  }, [failed, text]);
}

function useSaidRules(): void {
  const words = useJudgedRules()
    .map(({ message }) => message)
    .join(" ");
  useAnnounced(words, words);
}

function useSaidSendable(): void {
  const text = useText();
  const wizard = useWizard();
  // The extra step may still be open: a request can be sent without it.
  const words = useWizardState(({ progress }) => {
    if (!wizard.sendButtons().some(({ allowed }) => allowed)) return false;
    const { completed, total } = countSteps(progress);
    return completed === total ? "wizard.sidebar.request.sendable" : "wizard.sidebar.request.sendable_already";
  });
  useAnnounced(words, words && text(words));
}

export interface WizardScreenProps {
  icon: string;
  /** It replaced another one. */
  again: boolean;
  onStartAnew: () => void;
  onCheck: () => void;
  /** A notice above the steps. */
  children?: ReactNode;
}

export function WizardScreen({ icon, again, onStartAnew, onCheck, children }: WizardScreenProps) {
  const text = useText();
  const isKept = useWizardState((state) => state.kept);
  const title = useWizardTitle();
  return (
    <>
      <WizardTitle title={title} />
      <PageHead icon={icon} title={title} focus={again} />
      <ResumeNotice onStartAnew={onStartAnew} />
      <CopiedNotice />
      {children}
      <CopyQuestion onReplace={onStartAnew} />
      {!isKept && (
        <Notice className={styles.notice} tone="warning" title={text("wizard.not_kept.title")}>
          {text("wizard.not_kept.text")}
        </Notice>
      )}
      <StepsAndSidebar onCheck={onCheck} />
      <SavedForLater />
      <div className={styles.ahead} aria-hidden="true">
        {/* Fetched while there is a network: trying again is offered when there is none. */}
        <Icon name="refresh" />
      </div>
    </>
  );
}

/** The sidebar is drawn in a frame of its own, without drawing the steps again. */
function StepsAndSidebar({ onCheck }: Pick<WizardScreenProps, "onCheck">) {
  const wizard = useWizard();
  // The sidebar is a bar with a sheet, as the style sheet has it. Never on paper: there it follows the steps.
  const narrow = useMedia("screen and (max-width: 59.99rem)");
  // A step that hides the premium has no bar for it: the other blocks then follow the steps.
  const bar = useWizardState(() => narrow && wizard.sidebar().premium !== "hidden");
  const [sheet, setSheet] = useState(false);
  const drawn = useDrawn();
  return (
    <>
      <div className={bar ? `${styles.wizard} ${styles.aboveBar}` : styles.wizard} aria-busy={!drawn || undefined}>
        <Steps />
        {!bar && drawn && <Sidebar onCheck={onCheck} />}
      </div>
      {bar && <PremiumBar open={sheet} onOpen={setSheet} onCheck={onCheck} />}
      {drawn && <Announcements />}
    </>
  );
}

/** A page in the background gets no frames: it waits no longer than this. */
const LATE_MS = 200;

/** True once the steps are drawn: the sidebar comes one frame later, into the space that is kept for it. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const show = () => setDrawn(true);
    const late = setTimeout(show, LATE_MS);
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(late);
    };
  }, []);
  return drawn;
}

/** `focus`: it replaced another page, so reading starts at its title. */
export function PageHead({ icon, title, focus = false }: { icon: string; title: string; focus?: boolean }) {
  const subtitle = useFlowTitle();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [focus]);
  return (
    <div className="page-head">
      <span className="tile">
        <Icon name={icon} />
      </span>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p>{subtitle}</p>
      </div>
    </div>
  );
}

function WizardTitle({ title }: { title: string }) {
  const text = useText();
  const words = useStepText();
  const { core } = useWizard();
  const refused = useWizardState((state) => state.refused);
  const count = useWizardState(() => {
    const session = refused ? core.sessions().get(refused.step) : undefined;
    return session?.submitted ? session.shown().length : 0;
  });
  const step = useWizardState(({ progress }) => openKey(progress));
  const flow = useFlowTitle();
  const pageTitle = [step && words.step(step, "title"), title, flow].filter(Boolean).join(" - ");
  const page = count > 0 ? text("wizard.page_title_errors", { count, page: pageTitle }) : pageTitle;
  return <title>{text("common.page_title", { page: page.replaceAll("\u00ad", "") })}</title>;
}
