// Asks for the premium: late enough not to ask per key, only the newest question counts, however replies arrive
// (decisions 33). The old amount stays while a new one is on its way; when that fails, there is none. Computes nothing.

import type { PremiumAnswer } from "#api/wireTypes.ts";
import type { RequestAnswers } from "#engine/types.ts";
import type { WizardEvent } from "./events.ts";
import type { PremiumState } from "./state.ts";

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
