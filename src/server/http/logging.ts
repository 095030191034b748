// Decides what is logged: the route but not the address, and kind and place of an error but no values from its message: PostgreSQL
// repeats whole rows in its messages, and JSON.parse the text, both of which may contain brokers' answers.
import { AsyncLocalStorage } from "node:async_hooks";

const served = new AsyncLocalStorage<string>();

/** Log lines during `work`, and jobs that it queues, get this request id. Without an id the current one stays. */
export const serveCall = <T>(id: string | null | undefined, work: () => T): T => (id ? served.run(id, work) : work());

export const findServedCall = (): string | undefined => served.getStore();

interface Failure extends Error {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

const FRAMES = 4;
const MAX_LENGTH = 200;
const DATABASE_CODE = /^[0-9A-Z]{5}$/;

/** A short description of any error, without quoted text. */
export function describeError(error: Failure) {
  const { name, code, table, column, constraint, message, stack = "" } = error;
  const words = DATABASE_CODE.test(code ?? "") ? "" : withoutQuotes(message.split("\n", 1)[0] ?? "");
  const details = { message: words.slice(0, MAX_LENGTH), cause: findCause(error.cause), stack: placesIn(stack) };
  return { type: name, code, table, column, constraint, ...details };
}

/** The code or name of the innermost known cause, such as ECONNREFUSED, or the status of a response. */
export function findCause(cause: unknown): string | undefined {
  if (cause instanceof Response) return `status ${cause.status}`;
  if (!(cause instanceof Error)) return undefined;
  return (cause as Failure).code ?? findCause(cause.cause) ?? cause.name;
}

const withoutQuotes = (text: string) => text.replace(/"[^"]*("|$)/g, '"…"');

/** The innermost frames of the stack, without absolute paths. */
function placesIn(stack: string): string {
  const places = [...stack.matchAll(/^\s+at .*?([\w.-]+\/[\w.-]+\.m?[jt]s:\d+)/gm)].map((match) => match[1]);
  return places.slice(0, FRAMES).join(" < ");
}
