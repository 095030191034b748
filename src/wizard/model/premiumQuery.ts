// Asks for the premium: late enough not to ask per key, only the newest question counts, however replies arrive
// (decisions 33). The old amount stays while a new one is on its way; when that fails, there is none. Computes nothing.
import type { RequestAnswers } from "#engine/types.ts";
import type { PremiumAnswer } from "#engine/wire.ts";

export type Premium = PremiumAnswer["premium"];
export type PremiumInputs = RequestAnswers;

export interface PremiumState {
  status: "none" | "updating" | "ready" | "error";
  /** The newest amount known; while `updating` it is the old one. Null when the last question failed or was refused. */
  premium: Premium | null;
}

export interface PremiumQueryOptions {
  ask(inputs: PremiumInputs, signal: AbortSignal): Promise<PremiumAnswer>;
  onState(state: PremiumState): void;
  /** The server judged the inputs as not enough for a premium: not an error. */
  isIncomplete?(error: unknown): boolean;
  delay?: number;
}

export interface PremiumQuery {
  state(): PremiumState;
  /** Asks after a pause, or at once; the same inputs are not asked twice. */
  request(inputs: PremiumInputs, now?: boolean): void;
  retry(): void;
  /** Breaks off what is on its way; `resume` asks for it again. */
  hold(): void;
  resume(): void;
  /** Nothing can be asked for with the answers as they are: no amount stands. */
  clear(): void;
  dispose(): void;
}

export function createPremiumQuery(options: PremiumQueryOptions): PremiumQuery {
  const { ask, onState, isIncomplete = () => false, delay = 300 } = options;
  let state: PremiumState = { status: "none", premium: null };
  let newest = 0;
  let answered: string | null = null;
  let wanted: PremiumInputs | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const become = (next: PremiumState) => {
    state = next;
    onState(state);
  };

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
      become({ status: premium.total_amount === null ? "none" : "ready", premium });
    } catch (error) {
      if (turn !== newest || control.signal.aborted) return;
      if (isIncomplete(error)) answered = asked;
      become({ status: isIncomplete(error) ? "none" : "error", premium: null });
    }
  }

  function start(inputs: PremiumInputs, wait: number): void {
    clearTimeout(timer);
    wanted = inputs;
    become({ status: "updating", premium: state.premium });
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
    state: () => state,
    request(inputs, now = false) {
      const text = JSON.stringify(inputs);
      const pending = state.status === "updating" && JSON.stringify(wanted) === text;
      if (pending || (state.status !== "updating" && state.status !== "error" && text === answered)) return;
      start(inputs, now ? 0 : delay);
    },
    retry,
    hold: end,
    resume() {
      if (state.status === "updating") retry();
    },
    clear() {
      end();
      answered = null;
      if (state.status !== "none" || state.premium) become({ status: "none", premium: null });
    },
    dispose: end,
  };
}
