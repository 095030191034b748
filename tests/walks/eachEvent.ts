// What must hold after every event of a walk, whatever it was: a list of what does not. It is looked at when the command is over,
// because an error thrown here would be taken for one of a call.
import type { WizardEvent } from "#wizard/model/events.ts";
import type { WizardState } from "#wizard/model/state.ts";
import { isPossible } from "../wizard/support/possible.ts";

export function findWrong(event: WizardEvent, before: WizardState, after: WizardState): string[] {
  const { progress, premium, outcome, conflicts, prefill, added } = after;
  const open = Object.values(progress).filter(({ active }) => active).length;
  const over = before.outcome?.kind === "answered" || before.outcome?.kind === "sent";
  const ready = premium.status === "ready";
  const rules: [holds: boolean, what: string][] = [
    [isPossible(before, event), "it may not come now"],
    [open <= 1, `${open} steps are open`],
    [!ready || typeof premium.premium?.total_amount === "number", "a premium without an amount"],
    [premium.status !== "error" || premium.premium === null, "an old amount beside an error"],
    [!over || outcome === before.outcome, "an outcome changed after it was final"],
    [prefill.status !== "asking" || prefill.offers.length === 0, "offers of the number before"],
    [Object.keys(conflicts).every((step) => after.forms[step]), "a conflict in no step"],
    [added.every((step) => progress[step]), "a step was added that is not there"],
    [event.type !== "typed" || before === after, "a key changed the state"],
  ];
  return rules.filter(([holds]) => !holds).map(([, what]) => `${event.type}: ${what}`);
}
