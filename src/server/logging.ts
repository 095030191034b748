// What may be logged: the route and not the address, kind and place of a failure and not its message: PostgreSQL repeats
// whole rows in its messages, JSON.parse the text, and both contain answers of brokers.
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyRequest } from "fastify";

const served = new AsyncLocalStorage<string>();

/** What is logged while `work` is done has the id of this call, and so have the jobs that it queues. Without an id nothing changes. */
export const serveCall = <T>(id: string | null | undefined, work: () => T): T => (id ? served.run(id, work) : work());

export const findServedCall = (): string | undefined => served.getStore();

/** Search words, names and numbers stay out of the log. */
export function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? "none", address: request.ip };
}

interface Failure extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

const FRAMES = 4;
const LONGEST = 200;
const DATABASE_CODE = /^[0-9A-Z]{5}$/;

/** One short line for any failure. */
export function describeError(error: Failure) {
  const { name, code, table, column, constraint, message, stack = "" } = error;
  const words = DATABASE_CODE.test(code ?? "") ? "" : withoutQuotes(message.split("\n", 1)[0] ?? "");
  const said = { message: words.slice(0, LONGEST), cause: findCause(error.cause), stack: placesIn(stack) };
  return { type: name, code, table, column, constraint, ...said };
}

/** Of what lies below it, such as a connection that was refused, its code alone, or the status that somebody answered. */
export function findCause(cause: unknown): string | undefined {
  if (cause instanceof Response) return `status ${cause.status}`;
  if (!(cause instanceof Error)) return undefined;
  return (cause as Failure).code ?? findCause(cause.cause) ?? cause.name;
}

const withoutQuotes = (text: string) => text.replace(/"[^"]*("|$)/g, '"…"');

/** The innermost places of the stack, without the paths of this machine. */
function placesIn(stack: string): string {
  const places = [...stack.matchAll(/^\s+at .*?([\w.-]+\/[\w.-]+\.m?[jt]s:\d+)/gm)].map((match) => match[1]);
  return places.slice(0, FRAMES).join(" < ");
}
