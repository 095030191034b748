// The background check by a service of the operator (decisions 42): `POST` of `{kvk, name}`, of a person with `birth_date`, answered by
// `{"result": "clear" | "hit"}`. A few subjects of a request are asked about at a time, and `Retry-After` is waited for. After any
// other answer, or a timeout, the call is repeated once. If it fails again, the subjects without a result are unknown.
import { setTimeout as sleep } from "node:timers/promises";
import type { BackgroundCheck, CheckResult, Subject } from "#underwriting/backgroundCheck.ts";
import { explainAnswer } from "./answers.ts";
import { guardService, type ServiceParts } from "./guardService.ts";

interface ScreeningSettings {
  url: string;
  token?: string | undefined;
}
interface ScreeningParts extends ServiceParts {
  /** For tests: how long the pauses of one request may take together. */
  patienceMs?: number;
}

const AT_ONCE = 3;
const PATIENCE_MS = 10_000;
const PAUSE_S = 1;

/** The service limits the number of calls. It is not failing. */
class BusyError extends Error {
  readonly pauseMs: number;
  constructor(message: string, retryAfter: string | null) {
    super(message);
    this.pauseMs = 1_000 * (/^\d{1,4}$/.test(retryAfter ?? "") ? Number(retryAfter) : PAUSE_S);
  }
}

export function createScreening({ url, token }: ScreeningSettings, parts: ScreeningParts): BackgroundCheck {
  const { log, patienceMs = PATIENCE_MS } = parts;
  const guard = guardService("screening", parts);
  const warn = ({ message }: Error) => log.warn({ service: "screening" }, message);
  const ask = (subject: Subject) => async (signal: AbortSignal) => {
    const { kvk, name, birth_date } = subject;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ kvk, name, birth_date }),
      redirect: "manual",
      signal,
    });
    const { result } = answer.ok ? ((await answer.json()) as { result?: unknown }) : {};
    if (result === "clear" || result === "hit") return result;
    const message = `the screening ${explainAnswer("screening", answer.status)}`;
    const retryAfter = answer.headers.get("retry-after");
    throw answer.status === 429 || retryAfter !== null ? new BusyError(message, retryAfter) : new Error(message);
  };
  return {
    async check(subjects) {
      const results = subjects.map((): CheckResult => "unknown");
      const waiting = [...subjects.entries()];
      const until = Date.now() + patienceMs;
      const run = guard.request(async (limit) => {
        const askNext = async () => {
          for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
            const [index, subject] = entry;
            results[index] = await retry(() => limit(ask(subject)), until);
          }
        };
        const stop = (error: Error) => {
          waiting.length = 0;
          return error;
        };
        const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => askNext().catch(stop)));
        const error = ends.find((end) => end !== undefined);
        if (error instanceof BusyError) warn(error);
        else if (error) throw error;
      });
      await run.catch(warn);
      return results;
    },
  };
}

/** Calls again after the pause that a busy service asks for, and once after a failure. */
async function retry<T>(call: () => Promise<T>, until: number): Promise<T> {
  for (let isRepeated = false; ; ) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof BusyError;
      const pauseMs = isBusy ? error.pauseMs : 0;
      if ((isRepeated && !isBusy) || Date.now() + pauseMs > until) throw error;
      isRepeated ||= !isBusy;
      await sleep(pauseMs);
    }
  }
}
