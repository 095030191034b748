// Delivers events to the systems of the insurer and of offices: at least once, and in order within a subject. A failed delivery
// waits for its next attempt, and its receiver gets no other events until the next run.
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { nameCommand } from "../config/nameCommand.ts";
import type { Db } from "../db/open.ts";
import type { Counts } from "../http/counts.ts";
import { findCause, serveCall } from "../http/logging.ts";
import { createEventRecorder } from "./events.ts";
import { DeliveryError, post, type Receiver } from "./post.ts";
import { type Delivery, markFailed, markSent, readReceivers, spread, takeNext } from "./queue.ts";

export interface Handover {
  recordEvent: ReturnType<typeof createEventRecorder>;
  /**
   * Starts a delivery run after a transaction with an event. Without it the run begins within a minute. Must not be
   * called inside the transaction: all share one job, so that concurrent transactions with events would wait for each
   * other.
   */
  wake(): void;
  /** Returns how many deliveries succeeded. A delivery that is aborted is retried later. */
  deliverDue(stopping?: AbortSignal): Promise<number>;
}

interface HandoverParts {
  db: Db;
  config: Pick<Config, "env" | "baseUrl" | "handover">;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  counts?: Pick<Counts, "handover">;
  /** Queues the job that delivers. */
  wake?: () => Promise<void>;
  /** Time limit of one delivery. */
  limitMs?: number;
}

const AT_ONCE = 4;
const LIMIT_MS = 15_000;

export const HANDOVER = "handover";
/** Runs every minute, for deliveries that are due again. */
export const HANDOVER_TIMES = { every: 3, onceMore: true, cron: { at: "* * * * *", afterStart: 0 } };

/** Name of the receiver that gets the events of all offices. Its address is in the settings. */
const INSURER = "insurer";

export const findInsurer = ({ handover }: Pick<Config, "handover">): Receiver | undefined =>
  handover && { name: INSURER, ...handover };

export function createHandover({ db, config, log, counts, wake, limitMs = LIMIT_MS }: HandoverParts): Handover {
  const insurer = findInsurer(config);
  const recordEvent = createEventRecorder(config.baseUrl);
  if (!insurer && config.env === "production")
    log.warn("HANDOVER_URL is not set: no system of the insurer is told of quotations, referrals and policies");

  async function deliver(delivery: Delivery, receiver: Receiver, stopping: AbortSignal): Promise<boolean> {
    try {
      const outside = receiver.office !== undefined && config.env === "production";
      await post({ ...receiver, outside }, delivery.body, AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]));
    } catch (error) {
      await recordFailure(delivery, error as Error);
      return false;
    }
    await markSent(db, delivery);
    counts?.handover("sent");
    return true;
  }

  async function recordFailure(delivery: Delivery, error: Error): Promise<void> {
    const answer = error instanceof DeliveryError ? error.status : undefined;
    const reason = answer === undefined ? `${error.name} ${findCause(error.cause) ?? ""}`.trim() : error.message;
    const permanent = error instanceof DeliveryError && error.permanent;
    const state = await markFailed(db, delivery, { reason, permanent });
    counts?.handover(state === "given_up" ? "given_up" : "later");
    const { receiver, attempts: attempt, body } = delivery;
    const facts = { event: body.id, receiver, attempt, reason };
    if (state === "given_up")
      log.error(facts, `event given up; "${nameCommand("handover list")}" lists it, and "send" sends it again`);
    else log.warn(facts, "event not delivered, tried again later");
  }

  async function deliverDue(stopping = new AbortController().signal): Promise<number> {
    const receivers = await readReceivers(db, insurer);
    await spread(db, receivers);
    let sent = 0;
    const takeTurns = async () => {
      while (!stopping.aborted) {
        const delivery = await takeNext(db, [...receivers.keys()]);
        const receiver = delivery && receivers.get(delivery.receiver);
        if (!receiver) return;
        if (await serveCall(delivery.call_id, () => deliver(delivery, receiver, stopping))) sent += 1;
        else receivers.delete(receiver.name);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
    return sent;
  }

  return {
    recordEvent,
    wake: () =>
      void wake?.().catch((error: unknown) =>
        log.warn({ err: error }, "events could not be sent at once: the next run is within a minute"),
      ),
    deliverDue,
  };
}
