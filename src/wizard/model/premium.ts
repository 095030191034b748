// Asks for the premium when a field that it depends on was committed, or a step was saved (spec: wizard 4): late enough not to ask
// per key, only the newest question counts, however replies arrive (decisions 33). The same call judges the answers to
// questions (decisions 28). Computes nothing. That revenue waits for its blur is the field's own commit mode.
import { PortalError } from "#api/errors.ts";
import type { PremiumAnswer } from "#api/wireTypes.ts";
import { pointerSegments } from "#engine/fieldPath.ts";
import { premiumInputs, premiumRelevant } from "#engine/premiumInputs.ts";
import { isJudged } from "#engine/stepKinds.ts";
import type { RequestAnswers } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Commit, WizardEvent } from "./events.ts";
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

export type PremiumInputs = RequestAnswers;

export interface PremiumQueryOptions {
  ask(inputs: PremiumInputs, signal: AbortSignal): Promise<PremiumAnswer>;
  state(): PremiumState;
  tell(event: Extract<WizardEvent, { type: "pricing" | "priced" | "unpriced" | "priceFailed" }>): void;
  /** The server judged the inputs as not enough for a premium: not an error. */
  isIncomplete?(error: unknown): boolean;
  delay?: number;
}

export interface PremiumQuery {
  /** Asks after a pause, or at once; the same inputs are not asked twice. */
  request(inputs: PremiumInputs, now?: boolean): void;
  retry(): void;
  /** Breaks off what is on its way; `resume` asks for it again. */
  hold(): void;
  resume(): void;
  /** Nothing can be asked for with the answers as they are: no amount stands. */
  clear(): void;
}

export function createPremiumQuery(options: PremiumQueryOptions): PremiumQuery {
  const { ask, state, tell, isIncomplete = () => false, delay = 300 } = options;
  let newest = 0;
  let answered: string | null = null;
  let wanted: PremiumInputs | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function run(inputs: PremiumInputs): Promise<void> {
    const turn = ++newest;
    running?.abort();
    const control = new AbortController();
    running = control;
    const asked = JSON.stringify(inputs);
    try {
      const { premium } = await ask(inputs, control.signal);
      if (turn !== newest) return;
      answered = asked;
      tell({ type: "priced", premium });
    } catch (error) {
      if (turn !== newest || control.signal.aborted) return;
      if (isIncomplete(error)) answered = asked;
      tell({ type: isIncomplete(error) ? "unpriced" : "priceFailed" });
    }
  }

  function start(inputs: PremiumInputs, wait: number): void {
    clearTimeout(timer);
    wanted = inputs;
    tell({ type: "pricing" });
    if (wait === 0) void run(inputs);
    else timer = setTimeout(() => void run(inputs), wait);
  }

  function end(): void {
    newest += 1;
    clearTimeout(timer);
    running?.abort();
  }

  const retry = () => {
    if (wanted) start(wanted, 0);
  };

  return {
    request(inputs, now = false) {
      const { status } = state();
      const text = JSON.stringify(inputs);
      const pending = status === "updating" && JSON.stringify(wanted) === text;
      if (pending || (status !== "updating" && status !== "error" && text === answered)) return;
      start(inputs, now ? 0 : delay);
    },
    retry,
    hold: end,
    resume() {
      if (state().status === "updating") retry();
    },
    clear() {
      end();
      answered = null;
      const { status, premium } = state();
      if (status !== "none" || premium) tell({ type: "unpriced" });
    },
  };
}

export interface Judging {
  committed(step: string): void;
  /** Breaks off what is on its way. */
  hold(): void;
}

/**
 * What the answers to questions lead to, in the server's words: which answer is expected is known there alone. Asked a moment
 * after an answer changed, with the premium call, because that one judges and stores nothing.
 */
export function createJudging(core: WizardCore, pause = 300): Judging {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function ask(): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const answers = core.answers();
    const given = core.manifest.steps.filter((step) => isJudged(step) && answers[step.key]);
    const values = Object.fromEntries(given.map(({ key }) => [key, answers[key] ?? {}]));
    const body = { ...premiumInputs(core.manifest, answers), ...values };
    const answer = await core.api.premium(body, signal).catch(() => null);
    if (signal.aborted || !answer?.judgement) return;
    core.dispatch({ type: "judged", judgement: answer.judgement });
  }

  return {
    committed(step) {
      const manifest = core.step(step);
      if (!manifest || !isJudged(manifest)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), pause);
    },
    hold() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
