// One call at a time for each step. Network failures are retried while the wizard is open: after 1, 2, 4, 8 s with jitter, then twice a
// minute, at once when the connection is back or the broker retries (decisions 91). Knows neither forms nor answers.
import { backoff } from "#api/calls/queryClient.ts";
import type { WizardEvent } from "../events.ts";

type SaverEvent = Extract<WizardEvent, { type: "saving" | "retrying" | "stored" | "saveFailed" }>;

interface SaverOptions<Answer> {
  /** Rejects with an error. `temporary` ones are retried. */
  send(step: string, action: "next" | "save"): Promise<Answer>;
  tell(event: SaverEvent): void;
  isTemporary(error: unknown): boolean;
  readCode(error: unknown): string;
  pause?(attempt: number): number;
  /** Milliseconds without a response after which a save is shown as slow. */
  patience?: number;
  now?(): number;
}

interface Saver<Answer> {
  save(step: string, action: "next" | "save"): Promise<Answer>;
  /** Ends the pause before the next try of every step. */
  hurry(): void;
  stop(): void;
}

export function createSaver<Answer>(options: SaverOptions<Answer>): Saver<Answer> {
  const {
    send,
    tell,
    isTemporary,
    readCode,
    pause = (attempt) => (attempt < 4 ? backoff(attempt) : 30_000),
    patience = 8000,
    now = Date.now,
  } = options;
  const running = new Map<string, { action: string; done: Promise<Answer> }>();
  const waiting = new Set<() => void>();
  let stopped = false;

  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, milliseconds);
      waiting.add(go);
    });

  /** Sends once. Reports a slow save after a while. */
  async function sendOnce(step: string, action: "next" | "save", first: boolean): Promise<Answer> {
    if (first) tell({ type: "saving", step });
    const slow = setTimeout(() => first && tell({ type: "saving", step, slow: true }), patience);
    try {
      return await send(step, action);
    } finally {
      clearTimeout(slow);
    }
  }

  async function attempt(step: string, action: "next" | "save"): Promise<Answer> {
    for (let failures = 0; ; failures += 1) {
      try {
        const answer = await sendOnce(step, action, failures === 0);
        tell({ type: "stored", step, at: now() });
        return answer;
      } catch (error) {
        if (!isTemporary(error) || stopped) {
          tell({ type: "saveFailed", step, code: readCode(error) });
          throw error;
        }
        tell({ type: "retrying", step, attempt: failures + 1 });
        await wait(pause(failures));
        if (stopped) throw error;
      }
    }
  }

  function start(step: string, action: "next" | "save"): Promise<Answer> {
    const done = attempt(step, action).finally(() => {
      if (running.get(step)?.done === done) running.delete(step);
    });
    running.set(step, { action, done });
    return done;
  }

  function hurry(): void {
    for (const go of [...waiting]) go();
  }

  return {
    save(step, action) {
      const current = running.get(step);
      if (!current) return start(step, action);
      if (current.action === action) return current.done;
      const after = current.done.then(
        () => start(step, action),
        () => start(step, action),
      );
      running.set(step, { action, done: after });
      return after;
    },
    hurry,
    stop() {
      stopped = true;
      hurry();
    },
  };
}
