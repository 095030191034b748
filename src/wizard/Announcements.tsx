// What is announced of the sidebar, whether it is on the screen or not: a new premium, one that cannot be calculated, rules that
// decline or refer, and that the request can be sent.
import { useEffect, useRef } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { formatPeriod } from "#widgets/ui/facts/premiumFacts.ts";
import { announce, useAnnounced } from "#widgets/ui/LiveRegion.tsx";
import { countSteps } from "./model/state.ts";
import { useJudgedRules } from "./notices/RuleNotice.tsx";
import { useFactTools } from "./sidebar/PremiumBlock.tsx";
import { useWizard, useWizardState } from "./WizardContext.ts";

export function Announcements() {
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
