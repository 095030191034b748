// In which states an event may come. The table of events defines how an event changes the state. This file
// defines when the effects cannot cause it. The diagram leaves the other arrows out, and the walks check every event.
import type { EventName, WizardEvent } from "#wizard/model/events.ts";
import type { WizardState } from "#wizard/model/state.ts";

type Guard<Name extends EventName> = (
  state: WizardState,
  event: Omit<Extract<WizardEvent, { type: Name }>, "type">,
) => boolean;

const underWay = ({ saves }: WizardState, { step }: { step: string }) =>
  saves[step]?.kind === "saving" || saves[step]?.kind === "retrying";
const isPricing = ({ premium }: WizardState) => premium.status === "updating";
const isOver = ({ outcome }: WizardState) => outcome?.kind === "answered" || outcome?.kind === "sent";
const isSending = (state: WizardState) => state.sending !== null && !isOver(state);

const guards: { [Name in EventName]?: Guard<Name> } = {
  opened: ({ progress }, { step }) => progress[step]?.active === false,
  revealed: ({ progress }, { step }) => progress[step]?.active === false,
  closed: ({ progress }, { step }) => progress[step]?.active === true,
  committed: ({ progress }, { step, differs }) => !differs || progress[step]?.completed === true,
  saving: (state, { step, slow }) => (slow ? underWay(state, { step }) : !underWay(state, { step })),
  retrying: underWay,
  stored: underWay,
  saveFailed: (state, { step, code }) => code === "invalid" || underWay(state, { step }),
  // The next save of the step may have begun.
  saved: (state, { step }) => state.saves[step]?.kind === "saved" || underWay(state, { step }),
  conflictSettled: ({ conflicts, saves }, { step }) => conflicts[step] !== undefined || saves[step]?.kind === "failed",
  priced: isPricing,
  priceFailed: isPricing,
  offerUsed: ({ prefill }, { step, field }) =>
    prefill.offers.some((offer) => offer.step === step && offer.field === field),
  sending: (state) => state.sending === null && !isOver(state),
  sendingEnded: ({ sending }) => sending !== null,
  sent: isSending,
  answerLost: isSending,
  sendFailed: isSending,
  returned: (state) => !isOver(state),
};

export function isPossible(state: WizardState, event: WizardEvent): boolean {
  const guard = guards[event.type] as ((state: WizardState, event: WizardEvent) => boolean) | undefined;
  return guard === undefined || guard(state, event);
}
