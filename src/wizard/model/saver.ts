// Sends a step, one call at a time per step, and tries again when the way there failed: 1, 2, 4, 8 s with jitter, at once
// when the connection is back or the broker asks. What a try sends is read when it starts, so nothing typed meanwhile is
// lost. Judges nothing: a refusal goes straight back to the caller.
import { backoff } from "#api/queryClient.ts";

export type SaveState =
  | { kind: "clean" }
  | { kind: "device" }
  | { kind: "saving" }
  | { kind: "saved"; at: number }
  | { kind: "retrying"; attempt: number }
  | { kind: "failed"; code: string };

export interface SaverOptions<Answer> {
  /** Rejects with an error; `temporary` ones are tried again. */
  send(step: string, action: "next" | "save"): Promise<Answer>;
  onState(step: string, state: SaveState): void;
  isTemporary(error: unknown): boolean;
  codeOf(error: unknown): string;
  tries?: number;
  pause?(attempt: number): number;
  now?(): number;
}

export interface Saver<Answer> {
  save(step: string, action: "next" | "save"): Promise<Answer>;
  /** Ends the pause before the next try of every step. */
  hurry(): void;
  busy(step: string): boolean;
}

export function createSaver<Answer>(options: SaverOptions<Answer>): Saver<Answer> {
  const {
    send,
    onState,
    isTemporary,
    codeOf,
    tries = 4,
    pause = (attempt) => backoff(attempt),
    now = Date.now,
  } = options;
  const running = new Map<string, { action: string; done: Promise<Answer> }>();
  const waiting = new Set<() => void>();

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

  async function attempt(step: string, action: "next" | "save"): Promise<Answer> {
    for (let failures = 0; ; failures += 1) {
      if (failures === 0) onState(step, { kind: "saving" });
      try {
        const answer = await send(step, action);
        onState(step, { kind: "saved", at: now() });
        return answer;
      } catch (error) {
        if (!isTemporary(error) || failures >= tries) {
          onState(step, { kind: "failed", code: codeOf(error) });
          throw error;
        }
        onState(step, { kind: "retrying", attempt: failures + 1 });
        await wait(pause(failures));
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
    hurry() {
      for (const go of [...waiting]) go();
    },
    busy: (step) => running.has(step),
  };
}
