// When the premium is asked for: a premium-dependent field was committed, or a step was saved (spec: wizard 4). That
// revenue waits for its blur is the field's own commit mode, so there is no special case here.
import { PortalError } from "#api/errors.ts";
import { pointerSegments } from "#engine/fieldPath.ts";
import { premiumInputs, premiumRelevant } from "#engine/premiumInputs.ts";
import type { RequestAnswers } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Commit } from "./events.ts";
import { createPremiumQuery, type PremiumQuery } from "./premiumQuery.ts";
import type { PremiumState } from "./state.ts";

export interface Pricing extends Pick<PremiumQuery, "retry" | "hold" | "resume"> {
  committed(commit: Commit): void;
  /** Asks with the answers as they are now. */
  ask(now?: boolean): void;
  /** Nothing was answered yet, or not since the last question. */
  awaited(status: PremiumState["status"]): boolean;
}

/** Without what the contract refuses: the server would price nothing. A list that is not there yet refuses nothing. */
function priceable(core: WizardCore): RequestAnswers {
  const answers = core.answers();
  const inputs = premiumInputs(core.manifest, answers);
  for (const { key } of core.manifest.steps) {
    const given = inputs[key];
    if (!given) continue;
    const errors = core.opened.bundle.contracts[key]?.(answers[key] ?? {}, core.context(key)) ?? [];
    const refused = errors
      .filter(({ keyword }) => keyword !== "required" && keyword !== "listUnavailable")
      .map(({ pointer }) => pointerSegments(pointer)[0]);
    inputs[key] = Object.fromEntries(Object.entries(given).filter(([field]) => !refused.includes(field)));
  }
  return inputs;
}

export function createPricing(core: WizardCore): Pricing {
  const query = createPremiumQuery({
    ask: (inputs, signal) => core.api.premium(inputs, signal),
    isIncomplete: (error) => error instanceof PortalError && error.status === 422,
    state: () => core.state.get().premium,
    tell: core.dispatch,
  });
  /** A blocking value (custom work) has no premium. */
  const blocked = () => [...core.sessions().values()].some((session) => session.blocking().length > 0);
  let asked = false;
  const ask = (now?: boolean) => {
    asked = true;
    if (blocked()) query.clear();
    else query.request(priceable(core), now);
  };
  return {
    committed({ step, fields }) {
      if (premiumRelevant(core.manifest, step, fields)) ask();
    },
    ask,
    awaited: (status) => !asked || status === "updating",
    retry: query.retry,
    hold: query.hold,
    resume: query.resume,
  };
}
