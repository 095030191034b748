// When the premium is asked for: a premium-dependent field was committed, or a step was saved (spec: wizard 4). That
// revenue waits for its blur is the field's own commit mode, so there is no special case here.
import { PortalError } from "#api/errors.ts";
import { premiumInputs, premiumRelevant } from "#engine/premiumInputs.ts";
import type { WizardCore } from "./core.ts";
import { createPremiumQuery, type PremiumQuery } from "./premiumQuery.ts";

export interface Pricing extends Pick<PremiumQuery, "retry" | "dispose"> {
  /** Asks with the answers as they are now. */
  ask(now?: boolean): void;
}

export function createPricing(core: WizardCore): Pricing {
  const query = createPremiumQuery({
    ask: (inputs, signal) => core.api.premium(inputs, signal),
    isIncomplete: (error) => error instanceof PortalError && error.status === 422,
    onState(premium) {
      const { sources } = core.state.get();
      const fresh = premium.premium !== core.state.get().premium.premium;
      core.state.set(fresh ? { premium, sources: { ...sources, premium: { premium: premium.premium } } } : { premium });
      if (fresh) core.refreshLists();
    },
  });
  /** A blocking value (custom work) has no premium: the old amount stays. */
  const blocked = () => [...core.sessions().values()].some((session) => session.blocking().length > 0);
  const ask = (now?: boolean) => {
    if (!blocked()) query.request(premiumInputs(core.manifest, core.answers()), now);
  };
  const stop = core.onCommit(({ step, fields }) => {
    if (premiumRelevant(core.manifest, step, fields)) ask();
  });
  return {
    ask,
    retry: query.retry,
    dispose() {
      stop();
      query.dispose();
    },
  };
}
