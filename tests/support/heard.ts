// Records what live regions announce, as a screen reader hears it: new text in a region that existed before, and alerts.
// `listen` runs in the page and uses nothing of this file.

declare global {
  var heard: string[] | undefined;
}

/** Starts recording into `heard`, until the page is left. */
export function listen(): void {
  const regions = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const heard: string[] = [];
  globalThis.heard = heard;
  const findRegions = ({ target, addedNodes }: MutationRecord): (Element | null | undefined)[] => {
    const element = target instanceof Element ? target : target.parentElement;
    const added = [...addedNodes].filter((node) => node instanceof Element);
    const alerts = added.flatMap((node) => [node, ...node.querySelectorAll("*")]);
    return [element?.closest(regions), ...alerts.filter((each) => each.matches("[role=alert]"))];
  };
  const reaches = (region: Element): boolean => {
    // The combobox library announces its number of options in a region of its own, at varying times.
    if (!region.isConnected || region.closest("[data-live-announcer], [aria-live=off], [inert], [aria-hidden=true]"))
      return false;
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    return !modal || modal.contains(region);
  };
  const watch = new MutationObserver((changes) => {
    if (globalThis.heard !== heard) return watch.disconnect();
    for (const region of new Set(changes.flatMap(findRegions))) {
      if (!region || !reaches(region)) continue;
      const words = (region as HTMLElement).innerText.replace(/\s+/g, " ").trim();
      const assertive = region.matches("[role=alert], [aria-live=assertive]");
      if (words) heard.push(`${assertive ? "assertive" : "polite"}: ${words}`);
    }
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** announce() speaks 50 ms after it is called, which for an error is 50 ms after its field was left. Timers keep their order. */
export async function untilSpoken(): Promise<void> {
  for (let each = 0; each < 2; each += 1) await new Promise((done) => setTimeout(done, 60));
}

type Say = (key: string) => string;

const LOADING = ["common", "wizard", "portal.relations", "portal.quotes", "portal.insurances", "portal.damages"].concat(
  ["portal.open_invoices", "portal.staff", "portal.documents"],
);

/** Removes from the announcements the words that are announced only if a wait is long, which depends on the machine. */
export function buildWithoutWaits(languages: readonly Say[]): (announcement: string) => string {
  const waits = languages.flatMap((say) => {
    const state = (name: string) => say(`wizard.save_state.${name}`);
    const slow = [`${state("slow")} ${state("safe_here")}`, state("on_this_device")];
    return [...LOADING.map((name) => say(`${name}.loading`)), ...slow];
  });
  return (announcement) =>
    waits
      .reduce((rest, words) => rest.replace(words, ""), announcement)
      .replace(/^(polite|assertive):\s*$/, "")
      .replace(/\s+/g, " ");
}
