// Fault injection, in development and the studio only: late, lost, duplicated and reordered responses, and injected errors. Set by
// FAULTS for all calls, or for one browser by its cookie `faults` or the header `x-faults`.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type FaultPlan, readFaults } from "../../config/faultPlan.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import { Line, type Passing } from "./line.ts";

/** How long a reordered call waits for a later one. */
const PATIENCE_MS = 3_000;

interface FaultOptions {
  env: "development" | "production" | "test";
  /** Faults for all calls. */
  faults?: string | undefined;
}

export interface Faults {
  /** Restarts the sequence of faults. */
  again(): void;
}

export function addFaults(app: FastifyInstance, { env, faults = "" }: FaultOptions): Faults {
  if (env === "production") throw new Error("Faults on demand are for development: they are refused in production.");
  /** Secret header value that marks an injected call, which gets no faults itself. */
  const passed = crypto.randomUUID();
  const turns = new Map<string, number>();
  const plans = new Map<string, FaultPlan | null>();
  const findPlan = (text: string) => {
    if (!plans.has(text)) plans.set(text, readFaults(text));
    return plans.get(text);
  };
  const forward = async ({ method, url, headers, body }: Passing) => {
    const { "content-length": _length, "transfer-encoding": _coding, ...own } = headers;
    const call = { method: method as "POST", url, headers: { ...own, "x-faults-passed": passed } };
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await app.inject(body.length > 0 ? { ...call, payload: body } : call);
    return { status: statusCode, headers: answered, body: rawPayload };
  };
  const line = new Line({ patienceMs: PATIENCE_MS, forward });

  function draw(request: FastifyRequest) {
    const text = String(request.headers["x-faults"] || readCookie(request, "faults") || faults);
    const plan = text === "" ? null : findPlan(text);
    if (!plan) return undefined;
    const address = `${request.method} ${request.routeOptions.url}`;
    const turn = turns.get(`${text} ${address}`) ?? 0;
    turns.set(`${text} ${address}`, turn + 1);
    return plan.draw(address, turn);
  }

  app.addHook("onRequest", async (request, reply) => {
    if (!request.routeOptions.url?.startsWith("/api/") || request.headers["x-faults-passed"] === passed) return;
    const struck = draw(request);
    if (!struck) return;
    if ("refusal" in struck) throw new PortalError(struck.refusal);
    if (struck.fault === "delayed") {
      await sleep(struck.delayMs);
      return;
    }
    reply.hijack();
    const parts: Buffer[] = [];
    for await (const part of request.raw) parts.push(part as Buffer);
    const { method, url, headers, raw } = request;
    const passing = { method, url, headers, body: Buffer.concat(parts) };
    await line.carry(passing, struck.fault, { socket: raw.socket, outgoing: reply.raw });
  });
  app.addHook("onResponse", async (request) => {
    if (request.headers["x-faults-passed"] !== passed) line.answered();
  });
  return { again: () => turns.clear() };
}

/** Empty when there is no such cookie. */
export function readCookie({ headers }: Pick<FastifyRequest, "headers">, name: string): string {
  const cookie = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? "")?.[1] ?? "";
  try {
    return decodeURIComponent(cookie);
  } catch {
    return "";
  }
}
