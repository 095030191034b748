// Requests the premium when one of its inputs has changed or a step was saved (spec: wizard 4), debounced, and the newest request
// wins (decisions 33). Computes no amounts. Which fields wait for their blur is their own commit mode.

import { CancelledError } from "@tanstack/react-query";
import { PortalError } from "#api/calls/errors.ts";
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { readRecords } from "#engine/fields/records.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { isCalendarDay, toEpochSeconds } from "#engine/values/dates.ts";
import type { WizardCore } from "../core.ts";
import type { PremiumState } from "../state.ts";
import { requestForm } from "../state.ts";
import { type Ask, askNewest, cancelQuestion } from "./askNewest.ts";
import { readJudged } from "./judging.ts";

/**
 * Without what the contract refuses: the server would price nothing. A list that is not there yet refuses nothing. Records are sent
 * also when one is refused: without them the amount would be too low.
 */
function priceable(core: WizardCore): RequestAnswers {
  const answers = core.answers();
  const inputs = premiumInputs(core.opened.bundle, answers);
  for (const { key } of core.manifest.steps) {
    const stepInputs = inputs[key];
    if (!stepInputs) continue;
    const errors = core.opened.bundle.contracts[key]?.(answers[key] ?? {}, core.context(key)) ?? [];
    const refused = errors
      .filter(({ keyword }) => keyword !== "required" && keyword !== "listUnavailable")
      .map(({ pointer }) => pointerSegments(pointer)[0]);
    inputs[key] = Object.fromEntries(
      Object.entries(stepInputs).filter(([field, value]) => !refused.includes(field) || readRecords(value)?.size),
    );
  }
  return inputs;
}

/** If the last response indicates that tariffs differ by date, the first day of cover is sent too. */
function withDay(core: WizardCore, inputs: RequestAnswers): RequestAnswers {
  const day = dated(core) ? core.session(requestForm).data().effective_date : undefined;
  return typeof day === "string" && isCalendarDay(day)
    ? { ...inputs, [requestForm]: { effective_date: toEpochSeconds(day) } }
    : inputs;
}

const dated = ({ state }: WizardCore): boolean => (state.get().premium.premium?.tariff_days ?? []).length > 0;

/** Returns the answers that the premium depends on, allowed or not, with the first day of cover. */
const readInputs = (core: WizardCore) => [
  premiumInputs(core.opened.bundle, core.answers()),
  core.sessions().get(requestForm)?.data().effective_date,
];

export interface Pricing {
  /** Requests the premium of the current answers, after a pause or at once. The same inputs are not requested twice. */
  ask(now?: boolean): void;
  /** Requests the premium after a pause if one of its inputs has changed: by a commit, a default or a field that is active again. */
  askIfChanged(): void;
  retry(): void;
  /** The connection is back: what failed is asked again. */
  hurry(): void;
  /** Aborts the pending call. `resume` sends it again. */
  hold(): void;
  resume(): void;
  /** Nothing was answered yet, or not since the last question. */
  awaited(status: PremiumState["status"]): boolean;
}

export function createPricing(core: WizardCore, delay = 300): Pricing {
  const { client, dispatch } = core;
  const state = () => core.state.get().premium;
  /** A blocking value (custom work) has no premium. */
  const blocked = () =>
    [...core.sessions()].some(
      ([key, session]) => (key === requestForm || core.answers()[key]) && session.blocking().length > 0,
    );
  /** Null: not enough for a premium, in the server's judgement. */
  const askServer: Ask<PremiumAnswer | null> = async (inputs, signal) => {
    try {
      return await core.api.premium(inputs, signal);
    } catch (error) {
      if (error instanceof PortalError && error.status === 422) return null;
      throw error;
    }
  };
  /** The inputs of the latest call, or null before the first. */
  let lastInputs: unknown = null;
  let wanted: RequestAnswers | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(inputs: RequestAnswers): Promise<void> {
    try {
      const answer = await askNewest(client, "premium", inputs, askServer);
      dispatch(answer?.premium ? { type: "priced", premium: answer.premium } : { type: "unpriced" });
      if (answer?.judgement) dispatch({ type: "judged", judgement: answer.judgement });
      // The response may be the first one with tariffs by date.
      if (dated(core) && inputs[requestForm] === undefined) ask(true);
    } catch (error) {
      if (!(error instanceof CancelledError)) dispatch({ type: "priceFailed" });
    }
  }

  function start(inputs: RequestAnswers, wait: number): void {
    clearTimeout(timer);
    wanted = inputs;
    dispatch({ type: "pricing" });
    if (wait === 0) void run(inputs);
    else timer = setTimeout(() => void run(inputs), wait);
  }

  /** They are being asked for, or the shown premium is their answer. */
  function isKnown(inputs: RequestAnswers): boolean {
    if (state().status === "updating") return sameValue(inputs, wanted);
    return client.getQueryData(["premium", inputs]) !== undefined;
  }

  function hold(): void {
    clearTimeout(timer);
    void cancelQuestion(client, "premium");
  }

  /** No premium can be asked for with these answers: no amount is shown. */
  function clear(): void {
    clearTimeout(timer);
    client.removeQueries({ queryKey: ["premium"] });
    const { status, premium } = state();
    if (status !== "none" || premium) dispatch({ type: "unpriced" });
  }

  function ask(now = false): void {
    lastInputs = readInputs(core);
    const inputs = blocked() ? null : withDay(core, { ...priceable(core), ...readJudged(core) });
    if (inputs === null) clear();
    else if (!isKnown(inputs)) start(inputs, now ? 0 : delay);
  }

  const retry = () => {
    if (wanted) start(wanted, 0);
  };

  return {
    ask,
    askIfChanged() {
      if (lastInputs && !sameValue(lastInputs, readInputs(core))) ask();
    },
    awaited: (status) => !lastInputs || status === "updating",
    retry,
    hurry() {
      if (state().status === "error") retry();
    },
    hold,
    resume() {
      if (state().status === "updating") retry();
    },
  };
}
