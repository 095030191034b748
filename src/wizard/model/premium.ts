// Asks for the premium when a field that it depends on was committed, or a step was saved (spec: wizard 4): late enough not to ask
// per key, only the newest question counts, however replies arrive (decisions 33). The same call judges the answers to
// questions (decisions 28). Computes nothing. That revenue waits for its blur is the field's own commit mode.
import { CancelledError, hashKey, type QueryClient } from "@tanstack/react-query";
import { PortalError } from "#api/errors.ts";
import { isCalendarDay, toEpochSeconds } from "#engine/dates.ts";
import { pointerSegments } from "#engine/fieldPath.ts";
import { sameValue } from "#engine/formValues.ts";
import { premiumInputs, premiumRelevant } from "#engine/premiumInputs.ts";
import { isJudged } from "#engine/stepKinds.ts";
import type { RequestAnswers } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Commit } from "./events.ts";
import type { PremiumState } from "./state.ts";
import { requestForm } from "./state.ts";

type Ask<Answer> = (inputs: RequestAnswers, signal: AbortSignal) => Promise<Answer>;

/** Only the newest question counts: one with other inputs is cancelled and its answer dropped. */
function askNewest<Answer>(client: QueryClient, name: string, inputs: RequestAnswers, ask: Ask<Answer>) {
  const queryKey = [name, inputs];
  const newest = hashKey(queryKey);
  client.removeQueries({ queryKey: [name], predicate: ({ queryHash }) => queryHash !== newest });
  return client.fetchQuery({ queryKey, queryFn: ({ signal }) => ask(inputs, signal) });
}

const breakOff = (client: QueryClient, name: string) => client.cancelQueries({ queryKey: [name] }, { silent: true });

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

/** Where tariffs differ by date, as the last answer said, the first day of cover is sent too. */
function withDay(core: WizardCore, inputs: RequestAnswers): RequestAnswers {
  const day = dated(core) ? core.session(requestForm).data().effective_date : undefined;
  return typeof day === "string" && isCalendarDay(day)
    ? { ...inputs, [requestForm]: { effective_date: toEpochSeconds(day) } }
    : inputs;
}

const dated = ({ state }: WizardCore): boolean => (state.get().premium.premium?.tariff_days ?? []).length > 0;

export interface Pricing {
  committed(commit: Pick<Commit, "step" | "fields">): void;
  /** Asks with the answers as they are now, after a pause or at once; the same inputs are not asked twice. */
  ask(now?: boolean): void;
  /** What counts changed without a commit: a default was filled in, or a field is on offer again with what it held. */
  recounted(): void;
  retry(): void;
  /** The connection is back: what failed is asked again. */
  hurry(): void;
  /** Breaks off what is on its way; `resume` asks for it again. */
  hold(): void;
  resume(): void;
  /** Nothing was answered yet, or not since the last question. */
  awaited(status: PremiumState["status"]): boolean;
}

export function createPricing(core: WizardCore, delay = 300): Pricing {
  const { client, dispatch } = core;
  const state = () => core.state.get().premium;
  /** A blocking value (custom work) has no premium. */
  const blocked = () => [...core.sessions().values()].some((session) => session.blocking().length > 0);
  /** Null: not enough for a premium, in the server's judgement. */
  const askServer: Ask<PremiumState["premium"]> = async (inputs, signal) => {
    try {
      return (await core.api.premium(inputs, signal)).premium;
    } catch (error) {
      if (error instanceof PortalError && error.status === 422) return null;
      throw error;
    }
  };
  let asked = false;
  let wanted: RequestAnswers | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(inputs: RequestAnswers): Promise<void> {
    try {
      const premium = await askNewest(client, "premium", inputs, askServer);
      dispatch(premium ? { type: "priced", premium } : { type: "unpriced" });
      // The answer may be the first to say that the day counts.
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
    void breakOff(client, "premium");
  }

  /** No premium can be asked for with these answers: no amount is shown. */
  function clear(): void {
    clearTimeout(timer);
    client.removeQueries({ queryKey: ["premium"] });
    const { status, premium } = state();
    if (status !== "none" || premium) dispatch({ type: "unpriced" });
  }

  function ask(now = false): void {
    asked = true;
    const inputs = blocked() ? null : withDay(core, priceable(core));
    if (inputs === null) clear();
    else if (!isKnown(inputs)) start(inputs, now ? 0 : delay);
  }

  const retry = () => {
    if (wanted) start(wanted, 0);
  };

  return {
    committed({ step, fields }) {
      const day = step === requestForm && dated(core) && fields.includes("effective_date");
      if (day || premiumRelevant(core.manifest, step, fields)) ask();
    },
    ask,
    recounted() {
      if (asked) ask();
    },
    awaited: (status) => !asked || status === "updating",
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

interface Judging {
  committed(step: string): void;
  /** The server judged what it holds; answers that it does not hold yet are judged again. */
  progressed(): void;
  /** Breaks off what is on its way. */
  hold(): void;
}

/**
 * What the answers to questions lead to, in the server's words: which answer is expected is known there alone. Asked a moment
 * after an answer changed, with the premium call, because that one judges and stores nothing.
 */
export function createJudging(core: WizardCore, pause = 300): Judging {
  const { client, manifest } = core;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const answers = core.answers();
    const given = manifest.steps.filter((step) => isJudged(step) && answers[step.key]);
    const values = Object.fromEntries(given.map(({ key }) => [key, answers[key] ?? {}]));
    const inputs = { ...premiumInputs(manifest, answers), ...values };
    const answer = await askNewest(client, "judgement", inputs, core.api.premium).catch(() => null);
    if (answer?.judgement) core.dispatch({ type: "judged", judgement: answer.judgement });
  }

  function askSoon(step: string): void {
    const manifest = core.step(step);
    if (!manifest || !isJudged(manifest)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pause);
  }

  return {
    committed: askSoon,
    progressed() {
      for (const [step, session] of core.sessions()) if (session.dirty) askSoon(step);
    },
    hold() {
      clearTimeout(timer);
      void breakOff(client, "judgement");
    },
  };
}
