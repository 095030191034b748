// A widget's part of the accessibility tree, read from inside the page; and what the live regions say while something happens.
import { cdp } from "vitest/browser";
import { plain, type Session, type Spoken, spokenUnder } from "../../support/spoken.ts";

/** Tests run in a frame of the page that the debugger sees. */
export function spokenOf(selector: string): Promise<Spoken[]> {
  const frames = '[...document.querySelectorAll("iframe")]';
  const expression = `${frames}.map((frame) => frame.contentDocument?.querySelector(${JSON.stringify(selector)})).find(Boolean)`;
  return spokenUnder(cdp() as unknown as Session, expression);
}

const REGIONS = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
const politenessOf = (region: Element): string =>
  region.matches("[role=alert], [aria-live=assertive]") ? "assertive" : "polite";

/** What live regions say while `act` runs and until they rest: new words in a region that stood there, and new alerts. */
export async function saidWhile(act: () => Promise<void>): Promise<string[]> {
  const said: string[] = [];
  const watch = new MutationObserver((changes) => {
    const regions = changes.flatMap(({ target, addedNodes }) => {
      const element = target instanceof Element ? target : target.parentElement;
      const inserted = [...addedNodes].flatMap((node) =>
        node instanceof Element
          ? [node, ...node.querySelectorAll("*")].filter((each) => each.matches("[role=alert]"))
          : [],
      );
      return [element?.closest(REGIONS), ...inserted];
    });
    for (const region of new Set(regions)) {
      // The combobox library counts its options in a region of its own, at a moment of its own.
      if (region?.closest("[data-live-announcer]")) continue;
      const words = plain((region as HTMLElement | null | undefined)?.innerText);
      if (region && words) said.push(`${politenessOf(region)}: ${words}`);
    }
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await act();
  // announce() clears and speaks 50 ms later.
  await new Promise((done) => setTimeout(done, 70));
  watch.disconnect();
  return said;
}
