// Light or dark in one frame, whatever the machine prefers: the rules that ask for the machine's choice are told the answer.
import type { Setting } from "../setting.ts";

const ASKS = /\(prefers-color-scheme:\s*dark\)/;
const ANSWERS = { light: "(max-width: 0px)", dark: "(min-width: 0px)" };

/** As the style sheet has them. */
const written = new WeakMap<CSSMediaRule, string>();

export function setColours(page: Document, colours: Setting["colours"]): void {
  page.documentElement.style.colorScheme = colours;
  for (const { cssRules } of page.styleSheets)
    for (const rule of cssRules) if (rule instanceof CSSMediaRule) answer(rule, colours);
}

function answer(rule: CSSMediaRule, colours: Setting["colours"]): void {
  const own = written.get(rule) ?? rule.media.mediaText;
  if (!ASKS.test(own)) return;
  written.set(rule, own);
  rule.media.mediaText = colours ? own.replace(ASKS, ANSWERS[colours]) : own;
}
