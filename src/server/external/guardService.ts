// Time limit and circuit breaker for calls to external services, so that no broker waits for one that is down. What then happens to
// a request is the caller's decision (a notice, an underwriter).
import { ConsecutiveBreaker, circuitBreaker, handleAll, TimeoutStrategy, timeout } from "cockatiel";
import type { FastifyBaseLogger } from "fastify";
import type { Counts } from "../http/counts.ts";

export interface ServiceParts {
  log: FastifyBaseLogger;
  counts: Pick<Counts, "service">;
  /** For tests: how long one call may take, and how long a failing service is left alone. */
  limitMs?: number;
  restMs?: number;
}

type Call<T> = (signal: AbortSignal) => Promise<T>;
export interface Guard {
  /** One call. */
  call<T>(work: Call<T>): Promise<T>;
  /** Several calls for one request, which the breaker counts as one. `limit` limits the time of each. */
  request<T>(work: (limit: <Part>(call: Call<Part>) => Promise<Part>) => Promise<T>): Promise<T>;
}

const LIMIT_MS = 3_000;
const REST_MS = 30_000;
const FAILURES = 5;

export function guardService(name: string, { log, counts, limitMs = LIMIT_MS, restMs = REST_MS }: ServiceParts): Guard {
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(FAILURES) });
  breaker.onBreak(() => {
    log.error({ service: name }, `${name} failed ${FAILURES} times: the next call is made after ${restMs / 1_000} s`);
    counts.service(name, false);
  });
  breaker.onReset(() => {
    log.info({ service: name }, `${name} answers again`);
    counts.service(name, true);
  });
  counts.service(name, true);
  const time = timeout(limitMs, TimeoutStrategy.Aggressive);
  const limit = <T>(work: Call<T>) => time.execute(({ signal }) => work(signal));
  return {
    call: (work) => breaker.execute(() => limit(work)),
    request: (work) => breaker.execute(() => work(limit)),
  };
}
